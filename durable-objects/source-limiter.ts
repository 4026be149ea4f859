import { DurableObject } from "cloudflare:workers";
import { createGrantQueue, type GrantRequest } from "#features/evidence/source-limit.ts";

/**
 * Grants the whole site's requests to one source. The object's name is the source's id. State is
 * kept in memory only: the object stays in memory while requests arrive, and after a minute
 * without requests the limit has reset anyway.
 */
export class SourceLimiter extends DurableObject {
	readonly #queue = createGrantQueue();

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
