import { DurableObject } from "cloudflare:workers";
import {
	createProviderGate,
	type GateGrant,
	type GateReport,
	type GateRequest,
	type GateState,
} from "#providers/provider-gate.ts";
import type { Learned } from "#providers/refused-parameters.ts";
import type { Bindings } from "#worker/bindings.ts";
import { DAY_MS, isRecent } from "#worker/durations.ts";

type StoredLearned = { learned: Learned; learned_at_ms: number };

/**
 * Grants the whole site's requests to one model at one address, which are its name, and tells with
 * each grant what was learned of it. That is stored for a day; limits are kept in memory only, since
 * a provider tells them again.
 */
export class ProviderLimiter extends DurableObject<Bindings> {
	#gate: ReturnType<typeof createProviderGate> | null = null;
	#learned_at_ms = 0;

	async take(request: GateRequest): Promise<GateGrant | null> {
		return (await this.#open()).take(request);
	}

	async settle(lease: number, report: GateReport): Promise<void> {
		await (await this.#open()).settle(lease, report);
	}

	async state(): Promise<GateState> {
		return (await this.#open()).state();
	}

	/** The gate; a new one when what it has learned is a day old. */
	async #open() {
		const now_ms = Date.now();
		if (this.#gate && (this.#learned_at_ms === 0 || isRecent(this.#learned_at_ms, DAY_MS, now_ms)))
			return this.#gate;
		const stored = await this.ctx.storage.get<StoredLearned>("learned");
		const is_kept = stored && isRecent(stored.learned_at_ms, DAY_MS, now_ms);
		this.#learned_at_ms = is_kept ? stored.learned_at_ms : 0;
		this.#gate = createProviderGate({
			...(is_kept && { learned: stored.learned }),
			keep: (learned) => {
				this.#learned_at_ms = Date.now();
				// Not awaited: the object's output waits until it is stored.
				void this.ctx.storage.put("learned", { learned, learned_at_ms: this.#learned_at_ms });
			},
		});
		return this.#gate;
	}
}
