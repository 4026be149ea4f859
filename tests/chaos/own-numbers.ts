import { seededRandom } from "#tests/support/world/command-line.ts";

/**
 * A separate random sequence in [0, 1) for each consumer, since the order among them depends on
 * timing.
 */
export type OwnNumbers = {
	/** The lengths of the server's lives. */
	lives: () => number;
	voters: (() => number)[];
	talks: () => number;
	delays: () => number;
};

/** The same sequences for the same seed and number of voters. */
export function ownNumbers(seed: number, voters: number): OwnNumbers {
	const seeds = seededRandom(seed);
	const row = () => seededRandom(Math.floor(seeds() * 2 ** 32));
	return { lives: row(), talks: row(), delays: row(), voters: Array.from({ length: voters }, row) };
}
