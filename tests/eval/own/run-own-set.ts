import { PROVIDERS } from "#contract/providers.ts";
import { createProviders } from "#features/raters/create-providers.ts";
import { providerTimeout } from "#features/raters/panel.ts";
import { requireSettings } from "#tests/support/world/settings.ts";
import type { EvaluationStatement } from "../evaluation-set.ts";
import { runStatements } from "../run-set.ts";
import type { StatementOutcome, StatementTools } from "../run-statement.ts";
import { SCRIPTED_ENVIRONMENT, scriptedFetch } from "../scripted-panel.ts";
import { fixedSources } from "../set-sources.ts";
import { OWN_SET } from "./own-set.ts";
import { OWN_SET_DAY, type OwnStatement } from "./own-statement.ts";

export const OWN_STATEMENTS: EvaluationStatement[] = OWN_SET.map(({ item }) => item);

/** The own set with scripted raters: no call leaves, and everything else is the product. */
export function runOwnSet(): Promise<StatementOutcome[]> {
	const by_id = new Map(OWN_SET.map((it) => [it.item.id, it]));
	return runStatements(
		OWN_SET.map(({ item }) => item),
		(item) => {
			const own = by_id.get(item.id);
			if (!own) throw new Error(`There is no statement ${item.id}.`);
			return scriptedTools(own);
		},
		1,
	);
}

const settings = requireSettings(SCRIPTED_ENVIRONMENT);

function scriptedTools({ item, script }: OwnStatement): StatementTools {
	const sources = fixedSources(item);
	return {
		providers: createProviders(settings),
		panel: [...PROVIDERS],
		sources: sources.calls,
		source_ids: sources.ids,
		fetch: scriptedFetch(script),
		pauses: false,
		timeout_ms: providerTimeout(settings),
		max_pages: settings.EVIDENCE_PAGES,
		second_reading: true,
		as_of: OWN_SET_DAY,
		seed: 1,
	};
}
