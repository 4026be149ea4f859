import type { Payments } from "#tests/support/world/crash-invariants.ts";

/** What a part of the chaos came to; one row of the table. */
export type Outcome = {
	part: string;
	/** How often something was made to go wrong, and how often all laws held after it. */
	tried: number;
	survived: number;
	/** Analyses, votes and events that were promised and are not there. */
	lost: number;
	/** null where nothing is stored that could be asked for again. */
	payments: Payments | null;
	/** Every broken law, in words. */
	broken: string[];
	/** What else is worth a line. */
	notes: string[];
};

export type Chaos = {
	/** In [0, 1), the same for the same seed. */
	random: () => number;
	seed: number;
	kills: number;
	interleavings: number;
	say: (line: string) => void;
};

/** Whether the laws hold: none is broken, nothing lost and nothing stored was paid for again. */
export function holds({ tried, survived, lost, payments, broken }: Outcome) {
	return (
		tried > 0 &&
		survived === tried &&
		lost === 0 &&
		broken.length === 0 &&
		(payments === null ||
			(payments.stored_again === 0 && payments.unexplained.length === 0))
	);
}

export function shown({ part, tried, survived, lost, payments }: Outcome) {
	return {
		part,
		tried,
		survived,
		lost,
		"stored asked again": payments
			? `${payments.stored_again} of ${payments.stored}`
			: "",
		"in flight asked again": payments
			? `${payments.in_flight_again} of ${payments.in_flight}`
			: "",
	};
}
