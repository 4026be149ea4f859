import { DurableObject } from "cloudflare:workers";
import type { QuotaAnswer } from "#adapters/durable/quotas.ts";

type Window = { started_at_ms: number; count: number };
/** Counts one key's events in a window that starts with the first of them. */
export class Quota extends DurableObject {
	/** Takes `cost` of `limit` per `window_ms`, or takes nothing and says when to come back. */
	async take(
		limit: number,
		window_ms: number,
		cost: number,
	): Promise<QuotaAnswer> {
		const window = await this.#current(window_ms);
		const answer = this.#judge(window, limit, window_ms, cost);
		if (answer.ok)
			await this.ctx.storage.put("window", {
				...window,
				count: window.count + cost,
			});
		return answer;
	}

	/** Undoes a grant; one of an earlier window is over anyway. */
	async giveBack(window_ms: number, cost: number): Promise<void> {
		const window = await this.#current(window_ms);
		const count = Math.max(0, window.count - cost);
		await this.ctx.storage.put("window", { ...window, count });
	}

	async clear(): Promise<void> {
		await this.ctx.storage.delete("window");
	}

	async #current(window_ms: number): Promise<Window> {
		const stored = await this.ctx.storage.get<Window>("window");
		const now = Date.now();
		return stored && now < stored.started_at_ms + window_ms
			? stored
			: { started_at_ms: now, count: 0 };
	}

	#judge(
		window: Window,
		limit: number,
		window_ms: number,
		cost: number,
	): QuotaAnswer {
		const left_ms = window.started_at_ms + window_ms - Date.now();
		const reset_s = Math.max(1, Math.ceil(left_ms / 1000));
		const ok = window.count + cost <= limit;
		const remaining = Math.max(0, limit - window.count - (ok ? cost : 0));
		return { ok, retry_after_s: ok ? 0 : reset_s, remaining, reset_s };
	}
}
