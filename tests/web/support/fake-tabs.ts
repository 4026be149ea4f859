import type { SubscriptionEnvironment, TabEnvironment } from "#web/api/notification-stream.ts";
import type { Channel } from "#web/api/tab-channel.ts";
import { FakeEventSource } from "./fake-event-source.ts";

type Turn = { grant: () => Promise<unknown>; done: () => void };

/** A browser's Web Locks and BroadcastChannels, shared by the tabs created here. */
export function fakeBrowser({ locks = true } = {}) {
	const queues = new Map<string, Turn[]>();
	const channels = new Map<string, Set<EventTarget>>();

	function serve(name: string): void {
		const [turn] = queues.get(name) ?? [];
		if (!turn) return;
		void turn.grant().then(() => {
			queues.get(name)?.shift();
			turn.done();
			serve(name);
		});
	}

	function request(
		name: string,
		{ signal }: { signal: AbortSignal },
		grant: () => Promise<unknown>,
	): Promise<void> {
		return new Promise<void>((done, reject) => {
			const queue = queues.get(name) ?? [];
			queues.set(name, queue);
			const turn = { grant, done };
			queue.push(turn);
			signal.addEventListener("abort", () => {
				const place = queue.indexOf(turn);
				if (place > 0) queue.splice(place, 1);
				reject(new DOMException("given up", "AbortError"));
			});
			// As in a browser, a lock is never granted synchronously.
			if (queue.length === 1) setTimeout(() => serve(name), 0);
		});
	}

	function openChannel(name: string): Channel {
		const members = channels.get(name) ?? new Set();
		channels.set(name, members);
		const own = new EventTarget();
		members.add(own);
		return {
			addEventListener: own.addEventListener.bind(own),
			postMessage(message: unknown) {
				const data: unknown = structuredClone(message);
				for (const member of members)
					if (member !== own) member.dispatchEvent(new MessageEvent("message", { data }));
			},
			close: () => void members.delete(own),
		};
	}

	/** Opens a tab that records its event streams. */
	return function openTab({ visible = true } = {}) {
		const opened: FakeEventSource[] = [];
		const watchers = new Set<() => void>();
		const onlines = new Set<(why: "online") => void>();
		let shown = visible;
		const tab: TabEnvironment = {
			visible: () => shown,
			onVisibilityChange(callback) {
				watchers.add(callback);
				return () => watchers.delete(callback);
			},
			locks: locks ? ({ request } as unknown as TabEnvironment["locks"]) : null,
		};
		const environment: SubscriptionEnvironment = {
			tab,
			openChannel,
			stream: {
				create(url) {
					const source = new FakeEventSource(url);
					opened.push(source);
					return source as unknown as EventSource;
				},
				random: () => 0.5,
				now: Date.now,
				onReturn(callback) {
					onlines.add(callback);
					return () => onlines.delete(callback);
				},
			},
		};
		return {
			environment,
			opened,
			/** The stream that is open now, or undefined. */
			stream: () => opened.find(({ readyState }) => readyState !== 2),
			show(next: boolean) {
				shown = next;
				for (const watcher of watchers) watcher();
			},
			goOnline() {
				for (const callback of onlines) callback("online");
			},
		};
	};
}
