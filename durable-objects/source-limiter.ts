import { DurableObject } from "cloudflare:workers";
import {
	createGrantQueue,
	type GrantRequest,
} from "#features/evidence/source-limit.ts";

/**
 * Grants the whole site's requests to one source, by whose id it is named.
 * Keeps nothing: it stays in memory while requests come, and after a minute
 * without any, no limit is left to keep.
 */
export class SourceLimiter extends DurableObject {
	readonly #queue = createGrantQueue({
		now: () => Date.now(),
		setTimer(call, ms) {
			const timer = setTimeout(call, ms);
			return () => clearTimeout(timer);
		},
	});

	take(request: GrantRequest): Promise<number | null> {
		return this.#queue.take(request);
	}

	giveBack(lease: number): void {
		this.#queue.giveBack(lease);
	}

	pause(wait_ms: number): void {
		this.#queue.pause(wait_ms);
	}
}
