import { seededRandom } from "#tests/support/world/command-line.ts";

/** In [0, 1), a row of numbers for each who draws: who of them comes first is up to the network. */
export type OwnNumbers = {
	/** How long each life of a server lasts. */
	lives: () => number;
	voters: (() => number)[];
	talks: () => number;
	delays: () => number;
};

/** The same rows for the same seed and as many voters. */
export function ownNumbers(seed: number, voters: number): OwnNumbers {
	const seeds = seededRandom(seed);
	const row = () => seededRandom(Math.floor(seeds() * 2 ** 32));
	return {
		lives: row(),
		talks: row(),
		delays: row(),
		voters: Array.from({ length: voters }, row),
	};
}
