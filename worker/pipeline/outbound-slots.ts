/** Gives a slot back; more than once is the same as once. */
export type Release = () => void;

/** Waits its turn; rejects with the signal's reason when that aborts first. */
export type TakeSlot = (signal: AbortSignal) => Promise<Release>;

type Waiter = { grant: () => void };

/** At most `count` holders at a time, first come, first served. */
export function createSlots(count: number): TakeSlot {
	const queue = new Set<Waiter>();
	let free = count;

	const giveBack = () => {
		const [next] = queue;
		if (next === undefined) {
			free += 1;
			return;
		}
		queue.delete(next);
		next.grant();
	};

	const release = (): Release => {
		let held = true;
		return () => {
			if (!held) return;
			held = false;
			giveBack();
		};
	};

	return (signal) => {
		if (signal.aborted) return Promise.reject(signal.reason);
		if (free > 0) {
			free -= 1;
			return Promise.resolve(release());
		}
		return new Promise<Release>((resolve, reject) => {
			const leave = () => {
				queue.delete(waiter);
				reject(signal.reason);
			};
			const waiter: Waiter = {
				grant: () => {
					signal.removeEventListener("abort", leave);
					resolve(release());
				},
			};
			signal.addEventListener("abort", leave, { once: true });
			queue.add(waiter);
		});
	};
}
