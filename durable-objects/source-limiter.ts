import { DurableObject } from "cloudflare:workers";
import {
	createSourceGrants,
	type Grant,
	type SourceLimit,
} from "#features/evidence/source-limit.ts";

/**
 * Grants the whole site's requests to one source, by whose id it is named.
 * Keeps nothing: it stays in memory while requests come, and after a minute
 * without any, no limit is left to keep.
 */
export class SourceLimiter extends DurableObject {
	readonly #grants = createSourceGrants();

	take(limit: SourceLimit): Grant {
		return this.#grants.take(limit, Date.now());
	}

	giveBack(lease: number): void {
		this.#grants.giveBack(lease);
	}

	pause(wait_ms: number): void {
		this.#grants.pause(wait_ms, Date.now());
	}
}
