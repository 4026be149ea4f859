import { createProviders } from "#features/raters/create-providers.ts";
import { describeProviders, providerTimeout } from "#features/raters/panel.ts";
import { requireSettings } from "#tests/support/world/settings.ts";
import { type ChoiceFigures, chooseStatements, measureChoices } from "./check-worthiness.ts";
import { digestOf } from "./load-set.ts";
import { OWN_SET } from "./own/own-set.ts";
import { OWN_SET_DAY } from "./own/own-statement.ts";
import { OWN_STATEMENTS } from "./own/run-own-set.ts";
import { TRANSCRIPTS } from "./own/transcripts.ts";
import { type SetResult, summarise } from "./run-set.ts";
import type { StatementOutcome } from "./run-statement.ts";
import { scriptedFetch } from "./scripted-panel.ts";

/** What /accuracy shows. */
export const RESULTS_FILE = "web/features/site/pages/accuracy-results.json";

const SEED = 1;

/** Figures of the product's rules alone: no model takes part in them. */
export type OwnResults = {
	own: {
		sha256: string;
		as_of: string;
		seed: number;
		/** The statements that got the verdict, and the reason, that the rules demand. */
		as_ruled: number;
		result: SetResult;
	};
	heuristic: ChoiceFigures;
};

export async function measureOwn(outcomes: readonly StatementOutcome[]): Promise<OwnResults> {
	const as_ruled = OWN_SET.filter(({ ruled }, at) => {
		const outcome = outcomes[at];
		return outcome?.given === ruled.verdict && outcome.reason === ruled.reason;
	});
	return {
		own: {
			sha256: digestOf(JSON.stringify(OWN_STATEMENTS)),
			as_of: OWN_SET_DAY,
			seed: SEED,
			as_ruled: as_ruled.length,
			result: summarise(OWN_STATEMENTS, outcomes, SEED),
		},
		heuristic: await measureHeuristic(),
	};
}

/** The choice that the product makes without any model. */
async function measureHeuristic(): Promise<ChoiceFigures> {
	const settings = requireSettings({});
	const providers = createProviders(settings);
	const choices = [];
	for (const it of TRANSCRIPTS)
		choices.push(
			await chooseStatements(
				it,
				{
					providers,
					panel: describeProviders(settings).panel,
					sources: null,
					source_ids: [],
					pauses: false,
					max_pages: 0,
					second_reading: false,
					fetch: scriptedFetch({ answers: [] }),
					timeout_ms: providerTimeout(settings),
					as_of: OWN_SET_DAY,
					seed: SEED,
				},
				settings.MAX_STATEMENTS,
			),
		);
	return measureChoices(TRANSCRIPTS, choices);
}
