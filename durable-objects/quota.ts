import { DurableObject } from "cloudflare:workers";
import type { QuotaAnswer } from "#adapters/durable/quotas.ts";
import {
	judgeWindow,
	type QuotaWindow,
	windowAt,
} from "#domain/quota-window.ts";

/** Counts one key's events in a window that starts with the first of them. */
export class Quota extends DurableObject {
	/** Takes `cost` of `limit` per `window_ms`, or takes nothing and says when to come back. */
	async take(
		limit: number,
		window_ms: number,
		cost: number,
	): Promise<QuotaAnswer> {
		const window = await this.#current(window_ms);
		const answer = judgeWindow(window, { limit, window_ms }, cost, Date.now());
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

	async used(window_ms: number): Promise<number> {
		return (await this.#current(window_ms)).count;
	}

	async clear(): Promise<void> {
		await this.ctx.storage.delete("window");
	}

	async #current(window_ms: number): Promise<QuotaWindow> {
		const stored = await this.ctx.storage.get<QuotaWindow>("window");
		return windowAt(stored, window_ms, Date.now());
	}
}
