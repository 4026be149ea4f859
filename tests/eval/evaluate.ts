import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import { createProviders } from "#features/raters/create-providers.ts";
import { describeProviders, MODEL_SETTINGS, providerTimeout } from "#features/raters/panel.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { createSiteLimiter } from "#scripts/verify-evidence.ts";
import { parseVariables, SETTING_NAMES, type Settings } from "#worker/env.ts";
import { type ChoiceFigures, chooseStatements, measureChoices } from "./check-worthiness.ts";
import type { EvaluationStatement } from "./evaluation-set.ts";
import { type DigestCheck, digestOf, loadPlainSet, loadPublicSet, SetError } from "./load-set.ts";
import { OWN_STATEMENTS } from "./own/run-own-set.ts";
import { TRANSCRIPTS } from "./own/transcripts.ts";
import {
	createRecording,
	openRecording,
	type Recording,
	type RunDescription,
	readRecording,
	recordedFetch,
	requireSameRun,
} from "./recorded-calls.ts";
import { runStatements, type SetResult, summarise } from "./run-set.ts";
import type { StatementTools } from "./run-statement.ts";
import { fixedSources, goldSources, liveSources } from "./set-sources.ts";

export const SETS = ["own", "fm2", "wice", "plain", "transcripts"] as const;
type SetName = (typeof SETS)[number];

export type Options = {
	set: SetName;
	split: string;
	data: string | null;
	evidence: RunDescription["evidence"];
	/** null: all that are configured. */
	panel: string[] | null;
	limit: number | null;
	as_of: string;
	seed: number;
	at_once: number;
	record: string | null;
	replay: string | null;
	environment: Record<string, string | undefined>;
};

type Loaded = { statements: EvaluationStatement[]; sha256: string; digest: DigestCheck | "own" };

export type Evaluation = { run: RunDescription; digest: Loaded["digest"] } & (
	| { result: SetResult }
	| { choice: ChoiceFigures }
);

/** Runs a set, or repeats a recorded run. Throws SetError for what cannot be run. */
export async function evaluate(
	options: Options,
	note: (done: number, all: number) => void = () => {},
): Promise<Evaluation> {
	const { replay, record, at_once } = options;
	const repeated = replay === null ? null : readRecording(replay);
	const wanted = repeated?.description ?? describe(options);
	const loaded = load(wanted.set as SetName, wanted.split, options.data);
	const run = { ...wanted, sha256: loaded.sha256 };
	if (replay !== null) requireSameRun(replay, wanted, run);
	const settings = settingsOf(run, repeated ? null : options.environment);
	const recording = repeated ?? (record === null ? createRecording() : openRecording(record, run));
	const toolsFor = prepareTools(run, settings, recording, repeated !== null);
	if (run.set === "transcripts") {
		const choices = [];
		for (const it of TRANSCRIPTS)
			choices.push(await chooseStatements(it, toolsFor({ id: it.id }), settings.MAX_STATEMENTS));
		const choice = measureChoices(TRANSCRIPTS, choices);
		return { run, digest: loaded.digest, choice };
	}
	const statements = loaded.statements.slice(0, run.limit ?? undefined);
	const outcomes = await runStatements(statements, toolsFor, at_once, (done) =>
		note(done, statements.length),
	);
	const result = summarise(statements, outcomes, run.seed);
	return { run, digest: loaded.digest, result };
}

function load(set: SetName, split: string, data: string | null): Loaded {
	if (set === "own")
		return {
			statements: OWN_STATEMENTS,
			sha256: digestOf(JSON.stringify(OWN_STATEMENTS)),
			digest: "own",
		};
	if (set === "transcripts")
		return { statements: [], sha256: digestOf(JSON.stringify(TRANSCRIPTS)), digest: "own" };
	if (data === null) throw new SetError(`The set ${set} needs --data with its folder or file.`);
	return set === "plain" ? loadPlainSet(data) : loadPublicSet(set, split, data);
}

/** What a request depends on. Keys are named only. */
const RECORDED_SETTING =
	/^(?:(?:OPENAI|ANTHROPIC|GEMINI|EVIDENCE|WIKIPEDIA|PUBMED|BRAVE|SEARXNG|FACT_CHECK|ARCHIVE)_\w+|MODEL_PRICES|SECOND_READING|PROVIDER_TIMEOUT_MS|MAX_STATEMENTS|WEBHOOK_RESOLVER_URL)$/;
const KEY = /_API_KEY$/;
const OF_PROVIDER: Record<Provider, RegExp> = {
	openai: /^OPENAI_/,
	claude: /^ANTHROPIC_/,
	gemini: /^GEMINI_/,
};

function describe(options: Options): RunDescription {
	const { set, split, evidence, seed, as_of, limit, environment } = options;
	const wanted = options.panel ?? PROVIDERS;
	const unknown = wanted.find((it) => !PROVIDERS.includes(it as Provider));
	if (unknown)
		throw new SetError(`There is no provider "${unknown}"; there are ${PROVIDERS.join(", ")}.`);
	const unwanted = PROVIDERS.filter((it) => !wanted.includes(it));
	const named = SETTING_NAMES.filter(
		(name) =>
			RECORDED_SETTING.test(name) &&
			environment[name] &&
			!unwanted.some((provider) => OF_PROVIDER[provider].test(name)),
	);
	const run: RunDescription = {
		set,
		split,
		sha256: "",
		evidence,
		seed,
		as_of,
		limit,
		panel: [],
		settings: Object.fromEntries(
			named.filter((name) => !KEY.test(name)).map((name) => [name, environment[name] ?? ""]),
		),
		keys: named.filter((name) => KEY.test(name)),
	};
	const providers = describeProviders(settingsOf(run, environment));
	if (providers.mode === "demo")
		throw new SetError("No provider is configured: set the key of one, as .env.example says.");
	const missing = options.panel?.find((it) => !providers.panel.includes(it as Provider));
	if (missing) throw new SetError(`The provider ${missing} has no key.`);
	// Default models change; a recording names its own.
	const { raters } = createProviders(settingsOf(run, environment));
	const models = raters.map(({ provider, model }) => [MODEL_SETTINGS[provider], model]);
	return {
		...run,
		panel: providers.panel,
		settings: { ...run.settings, ...Object.fromEntries(models) },
	};
}

/** Of a repeated run no key is needed, as nothing is sent. */
function settingsOf(
	{ settings, keys }: RunDescription,
	environment: Options["environment"] | null,
): Settings {
	const secrets = keys.map((name) => [name, environment === null ? "recorded" : environment[name]]);
	const parsed = parseVariables({
		...settings,
		...Object.fromEntries(secrets),
		...(environment && {
			APP_ORIGIN: environment.APP_ORIGIN,
			CONTACT_EMAIL: environment.CONTACT_EMAIL,
		}),
	});
	if (parsed.ok) return parsed.settings;
	const [first] = parsed.errors;
	throw new SetError(`${first?.variable}: ${first?.message}`);
}

/** What each statement is run with: its own clients, because a client learns from refusals. */
function prepareTools(
	run: RunDescription,
	settings: Settings,
	recording: Recording,
	repeats: boolean,
): (item: EvaluationStatement | { id: string }) => StatementTools {
	const fetch = repeats ? null : createOutboundGate({});
	const live = liveSources(settings, createSiteLimiter(repeats));
	return (item) => {
		const answers = recordedFetch(recording, item.id, fetch);
		const providers = createProviders(settings);
		const sources = sourcesFor(run, item, () =>
			live(async (...call) => (await answers(...call)).response),
		);
		return {
			providers,
			panel: describeProviders(settings).panel,
			fetch: answers,
			sources: sources?.calls ?? null,
			source_ids: sources?.ids ?? [],
			pauses: !repeats,
			timeout_ms: providerTimeout(settings),
			max_pages: settings.EVIDENCE_PAGES,
			second_reading: settings.SECOND_READING === "on",
			as_of: run.as_of,
			seed: run.seed,
		};
	};
}

function sourcesFor(
	{ evidence }: RunDescription,
	item: EvaluationStatement | { id: string },
	live: () => ReturnType<typeof fixedSources>,
) {
	if (evidence === "none" || !("pages" in item)) return null;
	if (evidence === "live") return live();
	return evidence === "gold" ? goldSources(item) : fixedSources(item);
}
