import type { Payments } from "#tests/support/world/crash-invariants.ts";

/** The outcome of one part of the chaos run; one row of the table. */
export type Outcome = {
	part: string;
	/** The number of injected faults, and of those after which every invariant holds. */
	tried: number;
	survived: number;
	/** Accepted analyses, votes and events that are missing; none by default. */
	lost?: number;
	/** Absent if nothing is stored that could be requested again. */
	payments?: Payments;
	/** Every violated invariant, in words. */
	broken: string[];
	/** Further lines for the report. */
	notes?: string[];
};

export type Chaos = {
	/** A number in [0, 1), reproducible by seed. */
	random: () => number;
	seed: number;
	kills: number;
	interleavings: number;
	say: (line: string) => void;
};

/** Whether every invariant holds, nothing is lost and no stored answer was paid for again. */
export function holds({ tried, survived, lost = 0, payments, broken }: Outcome) {
	return (
		tried > 0 &&
		survived === tried &&
		lost === 0 &&
		broken.length === 0 &&
		(payments === undefined || (payments.stored_again === 0 && payments.unexplained.length === 0))
	);
}

export function shown({ part, tried, survived, lost = 0, payments }: Outcome) {
	return {
		part,
		tried,
		survived,
		lost,
		"stored asked again": payments ? `${payments.stored_again} of ${payments.stored}` : "",
		"in flight asked again": payments ? `${payments.in_flight_again} of ${payments.in_flight}` : "",
	};
}
