import type { SourceId } from "#contract/verdicts.ts";
import { ApiLimited } from "./ask-api.ts";
import type { Permit } from "./evidence-source.ts";
import type { Grant, SourceLimit } from "./source-limit.ts";

/** The object that grants the whole site's requests to one source. */
export type SourceLimiterStub = {
	take(limit: SourceLimit): Promise<Grant>;
	giveBack(lease: number): Promise<void>;
	pause(wait_ms: number): Promise<void>;
};

type PermitTools = {
	limiterOf: (source: SourceId) => SourceLimiterStub;
	/** null for a source without a limit. */
	limits: Record<SourceId, SourceLimit | null>;
	/** A call that would have to wait longer is not made. */
	max_wait_ms: number;
	now: () => number;
	sleep: (ms: number) => Promise<void>;
};

/** Waits for a source's limit before each call, and keeps the pauses that it asks for. */
export function createPermit(tools: PermitTools): Permit {
	const { limiterOf, limits, max_wait_ms, now, sleep } = tools;
	return async (source, call) => {
		const limit = limits[source];
		if (limit === null) return call();
		const limiter = limiterOf(source);
		const latest = now() + max_wait_ms;
		let grant = await limiter.take(limit);
		while ("wait_ms" in grant) {
			if (now() + grant.wait_ms > latest) return null;
			await sleep(grant.wait_ms);
			grant = await limiter.take(limit);
		}
		try {
			return await call();
		} catch (error) {
			if (error instanceof ApiLimited)
				await limiter.pause(error.retry_after_ms).catch(ignore);
			throw error;
		} finally {
			await limiter.giveBack(grant.lease).catch(ignore);
		}
	};
}

/** The limiter may be gone by now: a lease ends by itself, and an answer must not be lost for it. */
function ignore(): void {}
