/** Either a lease, to be given back, or why there is none yet. */
export type Grant =
	| { lease: number }
	/** `or_sooner`: a lease that is given back may end the wait. */
	| { wait_ms: number; or_sooner: boolean };

/** Decides by a rule of its own whether a request may go out now. Epoch milliseconds. */
export type Grants<Limit> = {
	take: (limit: Limit, now_ms: number) => Grant;
	giveBack: (lease: number) => void;
	/** The server asked for a pause. */
	pause: (wait_ms: number, now_ms: number) => void;
};

export type GrantRequest<Limit> = {
	limit: Limit;
	/** It is refused when it would have to wait longer. */
	patience_ms: number;
	/** Goes before what is not: a statement's pages before another one's search. */
	urgent: boolean;
};

type Waiter<Limit> = GrantRequest<Limit> & {
	until_ms: number;
	settle: (lease: number | null) => void;
};

export type QueueTools = {
	now: () => number;
	/** Calls back after so long; answers how to call it off. */
	setTimer: (call: () => void, ms: number) => () => void;
};

const SYSTEM_CLOCK: QueueTools = {
	now: () => Date.now(),
	setTimer(call, ms) {
		const timer = setTimeout(call, ms);
		return () => clearTimeout(timer);
	},
};

export type GrantQueue<Limit> = ReturnType<typeof createQueue<Limit>>;

/** Grants requests in their order, each as soon as the limit has room for it. */
export function createQueue<Limit>(
	grants: Grants<Limit>,
	{ now, setTimer }: QueueTools = SYSTEM_CLOCK,
) {
	const waiting: Waiter<Limit>[] = [];
	let stopTimer: (() => void) | null = null;

	function settle(waiter: Waiter<Limit>, lease: number | null): void {
		waiting.splice(waiting.indexOf(waiter), 1);
		waiter.settle(lease);
	}

	function refuse({ wait_ms, or_sooner }: Exclude<Grant, { lease: number }>) {
		const first_ms = or_sooner ? now() : now() + wait_ms;
		for (const waiter of [...waiting])
			if (waiter.until_ms < first_ms || waiter.until_ms <= now()) settle(waiter, null);
	}

	/** Grants what can be granted, and comes back when more can be. */
	function proceed(): void {
		stopTimer?.();
		stopTimer = null;
		for (;;) {
			const next = waiting.find(({ urgent }) => urgent) ?? waiting[0];
			if (next === undefined) return;
			const grant = grants.take(next.limit, now());
			if ("lease" in grant) {
				settle(next, grant.lease);
				continue;
			}
			refuse(grant);
			if (waiting.length === 0) return;
			const patience_ms = waiting.map(({ until_ms }) => until_ms - now());
			const rest_ms = Math.max(1, Math.min(grant.wait_ms, ...patience_ms));
			stopTimer = setTimer(proceed, rest_ms);
			return;
		}
	}

	return {
		/** Resolves with the lease, or with null if there is none in time. */
		take(request: GrantRequest<Limit>): Promise<number | null> {
			return new Promise((resolve) => {
				const until_ms = now() + request.patience_ms;
				waiting.push({ ...request, until_ms, settle: resolve });
				proceed();
			});
		},
		giveBack(lease: number): void {
			grants.giveBack(lease);
			proceed();
		},
		/** The server asked for a pause. */
		pause(wait_ms: number): void {
			grants.pause(wait_ms, now());
			proceed();
		},
		/** How many requests wait. */
		get waiting(): number {
			return waiting.length;
		},
	};
}
