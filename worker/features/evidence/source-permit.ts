import { ApiLimited } from "./ask-api.ts";
import type { LimitedService, Permit } from "./evidence-source.ts";
import type { GrantRequest, SourceLimit } from "./source-limit.ts";

/** Who grants all requests to a service: the site's object, or a queue in a program's own process. */
export type LimiterOf = (service: LimitedService) => {
	/** Resolves with the lease when it is granted, or with null if it is not in time. */
	take(request: GrantRequest): Promise<number | null>;
	giveBack(lease: number): Promise<void>;
	pause(wait_ms: number): Promise<void>;
};

type PermitTools = {
	limiterOf: LimiterOf;
	/** null for a service without a limit. */
	limits: Record<LimitedService, SourceLimit | null>;
	/** A call that would have to wait longer is not made. */
	max_wait_ms: number;
};

/** Waits for a source's limit before each call, and keeps the pauses that it asks for. */
export function createPermit(tools: PermitTools): Permit {
	const { limiterOf, limits, max_wait_ms: patience_ms } = tools;
	return async (source, call, urgent = false) => {
		const limit = limits[source];
		if (limit === null) return call();
		const limiter = limiterOf(source);
		const lease = await limiter.take({ limit, patience_ms, urgent });
		if (lease === null) return null;
		try {
			return await call();
		} catch (error) {
			if (error instanceof ApiLimited) await limiter.pause(error.retry_after_ms).catch(ignore);
			throw error;
		} finally {
			await limiter.giveBack(lease).catch(ignore);
		}
	};
}

/** The limiter may be gone by now: a lease ends by itself, and an answer must not be lost for it. */
function ignore(): void {}
