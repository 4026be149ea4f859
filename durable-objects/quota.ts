import { DurableObject } from "cloudflare:workers";
import type { QuotaAnswer } from "#identity/quota.ts";
import {
	consumeWindow,
	isWithin,
	type QuotaWindow,
	windowEnd,
	windowStart,
} from "#identity/quota-window.ts";

/**
 * Counts the events of one key in a window that starts with the first of them. After the
 * window nothing is stored, because the key may contain an address.
 */
export class Quota extends DurableObject {
	/** Consumes `cost` of `limit` in `window_ms`, or nothing and says when to try again. */
	async consume(
		limit: number,
		window_ms: number,
		cost: number,
	): Promise<QuotaAnswer> {
		const stored = await this.#stored();
		const window = windowStart(stored, window_ms, Date.now());
		const answer = consumeWindow(window, limit, cost, Date.now());
		if (!answer.ok) return answer;
		await Promise.all([
			this.#count(window, cost),
			// Once for each window, because setting an alarm is another write.
			window !== stored && this.ctx.storage.setAlarm(windowEnd(window)),
		]);
		return answer;
	}

	/** Undoes a grant; one of an earlier window no longer counts. */
	async refund(window_ms: number, cost: number): Promise<void> {
		const stored = await this.#stored();
		const window = windowStart(stored, window_ms, Date.now());
		if (window === stored) await this.#count(window, -cost);
	}

	async used(window_ms: number): Promise<number> {
		return windowStart(await this.#stored(), window_ms, Date.now()).count;
	}

	/** Deletes everything, including the alarm. */
	async clear(): Promise<void> {
		await this.ctx.storage.deleteAll();
	}

	/** The alarm may come early, or after the next window has started. */
	override async alarm(): Promise<void> {
		const stored = await this.#stored();
		if (stored && isWithin(stored, Date.now()))
			await this.ctx.storage.setAlarm(windowEnd(stored));
		else await this.clear();
	}

	#stored(): Promise<QuotaWindow | undefined> {
		return this.ctx.storage.get<QuotaWindow>("window");
	}

	#count(window: QuotaWindow, more: number): Promise<void> {
		const count = Math.max(0, window.count + more);
		return this.ctx.storage.put("window", { ...window, count });
	}
}
