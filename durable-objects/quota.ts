import { DurableObject } from "cloudflare:workers";
import {
	consumeNetworks,
	countIn,
	type InnerLimit,
	isWithin,
	type QuotaAnswer,
	type QuotaWindow,
	windowEnd,
	windowStart,
} from "#identity/quota-window.ts";

/** A crash loses at most this much of a lenient limit's count. */
const WRITE_AFTER_MS = 1_000;

/**
 * Counts the events of one key in a window that starts with the first event. Everything is
 * deleted after the window, because the key may contain a network address.
 */
export class Quota extends DurableObject {
	/** The current window, which may be newer than the stored one. Unread until the first request. */
	#window: QuotaWindow | undefined | "unread" = "unread";
	/** The start of the window whose end the alarm is set to. */
	#alarmed_for_ms: number | null = null;
	#writing: ReturnType<typeof setTimeout> | null = null;

	/**
	 * Consumes `cost` of `limit` in `window_ms`, and of the limits of the inner networks, or nothing
	 * and says when to try again. A lenient limit answers from memory and is written within a second,
	 * so that the request does not wait for a commit.
	 */
	async consume(
		limit: number,
		window_ms: number,
		cost: number,
		lenient = false,
		within: readonly InnerLimit[] = [],
	): Promise<QuotaAnswer> {
		const window = windowStart(await this.#read(), window_ms, Date.now());
		const answer = consumeNetworks(window, { limit, within }, cost, Date.now());
		const networks = within.map(({ network }) => network);
		if (answer.ok) await this.#store(countIn(window, cost, networks), lenient);
		return answer;
	}

	/** Undoes a grant; one of an earlier window no longer counts. */
	async refund(
		window_ms: number,
		cost: number,
		lenient = false,
		networks: readonly string[] = [],
	): Promise<void> {
		const known = await this.#read();
		const window = windowStart(known, window_ms, Date.now());
		if (window === known) await this.#store(countIn(window, -cost, networks), lenient);
	}

	/** The amount consumed in the current window, by everyone or from an inner network. */
	async used(window_ms: number, network?: string): Promise<number> {
		const window = windowStart(await this.#read(), window_ms, Date.now());
		return network === undefined ? window.count : (window.within?.[network] ?? 0);
	}

	/** Undoes what the first of the inner networks has consumed, also in the ones around it. */
	async clearWithin(networks: readonly string[]): Promise<void> {
		const [network = ""] = networks;
		const window = await this.#read();
		const used = window?.within?.[network] ?? 0;
		if (window && used > 0) await this.#store(countIn(window, -used, networks), false);
	}

	/** Deletes everything, including the alarm. */
	async clear(): Promise<void> {
		this.#window = undefined;
		this.#alarmed_for_ms = null;
		this.#stopWriting();
		await this.ctx.storage.deleteAll();
	}

	/** The alarm may be early, or may fire after the next window has started. */
	override async alarm(): Promise<void> {
		const window = await this.#read();
		if (window && isWithin(window, Date.now())) await this.ctx.storage.setAlarm(windowEnd(window));
		else await this.clear();
	}

	async #read(): Promise<QuotaWindow | undefined> {
		if (this.#window === "unread") {
			const stored = await this.ctx.storage.get<QuotaWindow>("window");
			// Another request may have read and counted meanwhile.
			if (this.#window === "unread") {
				this.#window = stored;
				this.#alarmed_for_ms = stored?.started_at_ms ?? null;
			}
		}
		return this.#window;
	}

	async #store(window: QuotaWindow, lenient: boolean): Promise<void> {
		this.#window = window;
		if (!lenient) return this.#write();
		this.#writing ??= setTimeout(() => {
			this.ctx.waitUntil(this.#write());
		}, WRITE_AFTER_MS);
	}

	#stopWriting(): void {
		if (this.#writing !== null) clearTimeout(this.#writing);
		this.#writing = null;
	}

	/** The window, and its alarm once for each window, because setting one is another write. */
	async #write(): Promise<void> {
		this.#stopWriting();
		const window = this.#window;
		if (window === undefined || window === "unread") return;
		const begun = window.started_at_ms !== this.#alarmed_for_ms;
		this.#alarmed_for_ms = window.started_at_ms;
		await Promise.all([
			this.ctx.storage.put("window", window),
			begun && this.ctx.storage.setAlarm(windowEnd(window)),
		]);
	}
}
