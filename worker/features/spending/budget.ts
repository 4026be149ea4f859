import type { Provider } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import type { Price } from "#providers/prices.ts";
import type { Amount } from "./day.ts";

/** What a step of a run will take. */
export type Need = Amount & {
	/** Unique within the run: asked for again, it is not taken twice. */
	step: string;
	/** In the place of what was set aside for the step; otherwise it is never lowered. */
	exact?: true;
};

/** The day's room for calls to providers. */
export interface Budget {
	/** Sets all of it aside; or nothing, and says why the run cannot go on today. */
	reserve(run_id: string, needs: Need[]): Promise<RunError | null>;
	/** What an ended run did take goes in the place of what was set aside. */
	settle(run_id: string, spent: Amount): Promise<void>;
	/** Of those on the panel; null where it is not known. */
	prices: Partial<Record<Provider, Price | null>>;
}
