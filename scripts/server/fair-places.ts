/**
 * A number of places that nobody can keep from others: each asker has one at a time, and those who
 * wait get it in turn.
 */
export type FairPlaces = {
	/** Whether the asker got a place in time. */
	take: (asker: string) => Promise<boolean>;
	leave: (asker: string) => void;
};

type Bounds = {
	places: number;
	/** Of all askers, and of one. */
	max_waiting: number;
	max_waiting_each: number;
	max_wait_ms: number;
};

export function createFairPlaces(bounds: Bounds): FairPlaces {
	const inside = new Set<string>();
	let waiting: { asker: string; enter: () => void }[] = [];
	/** Those who wait again, by when they had a place last. */
	const served = new Map<string, number>();
	let turn = 0;

	/** Of those without a place, the one whose last turn is longest ago, then who came first. */
	function nextOne() {
		return waiting
			.filter(({ asker }) => !inside.has(asker))
			.sort((a, b) => (served.get(a.asker) ?? 0) - (served.get(b.asker) ?? 0))[0];
	}

	function letIn(): void {
		while (inside.size < bounds.places) {
			const next = nextOne();
			if (!next) return;
			waiting = waiting.filter((it) => it !== next);
			inside.add(next.asker);
			turn += 1;
			served.set(next.asker, turn);
			next.enter();
		}
	}

	return {
		take(asker) {
			const own = waiting.filter((it) => it.asker === asker).length;
			if (own >= bounds.max_waiting_each || waiting.length >= bounds.max_waiting)
				return Promise.resolve(false);
			return new Promise((resolve) => {
				const place = {
					asker,
					enter: () => {
						clearTimeout(timer);
						resolve(true);
					},
				};
				const timer = setTimeout(() => {
					waiting = waiting.filter((it) => it !== place);
					resolve(false);
				}, bounds.max_wait_ms);
				waiting.push(place);
				letIn();
			});
		},
		leave(asker) {
			inside.delete(asker);
			letIn();
			const is_gone = !inside.has(asker) && waiting.every((it) => it.asker !== asker);
			if (is_gone) served.delete(asker);
		},
	};
}
