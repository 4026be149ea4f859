import type { StatementId } from "#contract/ids.ts";
import type { RunError } from "#contract/problem.ts";
import { PROVIDERS } from "#contract/providers.ts";
import type { ExtractedBy } from "#contract/selection.ts";
import type { Extraction, SpeechContext } from "#contract/statement.ts";
import { stripTurns } from "#features/captions/non-speech.ts";
import {
	cleanContent,
	EXTRACTED_STEP_S,
	HEURISTIC_STEP_S,
	type MergedStatement,
	mergeStatements,
} from "#features/statements/merge-statements.ts";
import { pairStatements } from "#features/statements/pair-statements.ts";
import { type Cutter, createCutter } from "#features/takedowns/cut-words.ts";
import { repeatsHidden } from "#features/takedowns/hidden-words.ts";
import type { LiveRun } from "../live-run.ts";
import { WITHDRAWN } from "../published-result.ts";
import type { SelectedStatement } from "../run-input.ts";
import { searches } from "../run-state.ts";
import type { StepDeps } from "../step-deps.ts";
import type { ChosenStatement, Failed, TaskOutputs } from "../step-output.ts";
import { ratingKey } from "../task.ts";
import { standsUnread } from "../wordings.ts";
import { addMoment, mostStatements, splitRated, withFocus } from "./moment.ts";
import { ratingNeed } from "./reserve-budget.ts";

/** Selects the statements to rate from those of all windows. */
export async function selectStatements(
	deps: StepDeps,
	run: LiveRun,
): Promise<TaskOutputs["choose"]> {
	// The answers for the other windows are stored, so that a resuming run can use them.
	if (run.refused) return { error: run.refused };
	const builds = run.input.adds_to !== null || run.input.keeps !== null;
	const published = builds ? await deps.published(run.input) : null;
	if (builds && !published) return WITHDRAWN;
	const extracted = run.windows.map((_, window) => run.found.get(window));
	const heuristic = extracted.every((it) => it?.provider === null);
	const hidden = await deps.hiddenStatements(run.input.video_id);
	const candidates = withFocus(
		run,
		extracted.flatMap((it) => it?.found ?? []).filter((it) => !repeatsHidden(it, hidden)),
	);
	const is_moment = run.input.moment !== null;
	const asked = is_moment ? splitRated(run, published, candidates) : null;
	const merged = mergeStatements(
		// A whole analysis chooses as if nothing was rated, so that no member's moments decide what
		// its score is made of.
		asked?.fresh ?? candidates,
		run.matcher,
		run.names,
		mostStatements(deps, run),
		heuristic ? HEURISTIC_STEP_S : EXTRACTED_STEP_S,
	);
	const { fresh, repeated, said } = splitRated(run, published, merged.statements);
	const statements = run.input.selected ?? fresh;
	const asked_for = await keptOfMoments(deps, run, merged.statements);
	const on_request = is_moment && published?.video.scope === "full";
	const chosen = await takeUp(
		deps,
		run,
		statements.map((it) => ({ ...it, ...(on_request && { on_request }) })),
	);
	if ("error" in chosen) return chosen;
	const left_out = merged.left_out.filter((it) => !repeatsHidden(it, hidden)).map(withoutTurns);
	const by = whoExtracted(run);
	if (asked) {
		const added = addMoment(published, { by, statements, left_out });
		return { chosen, kept: asked.repeated, rechosen: [], ...added };
	}
	const extraction: Extraction = {
		by,
		found: merged.found,
		chosen: statements.length + repeated.length,
		...foundByRule(run, by),
	};
	return { chosen, kept: published ? said : asked_for, rechosen: repeated, extraction, left_out };
}

/** Fewer may be a rule's mistakes. */
const TELLING_SENTENCES = 5;

/** What the sentence heuristic finds in a transcript in which the models found nothing. */
function foundByRule(run: LiveRun, by: ExtractedBy): Pick<Extraction, "found_by_rule"> {
	const found = [...run.found.values()].flatMap((it) => it.found);
	if (by === "heuristic" || by === "sample" || found.some(({ left_out }) => !left_out)) return {};
	const { length } = run.sentences;
	return length < TELLING_SENTENCES ? {} : { found_by_rule: length };
}

/**
 * The statements that members asked for by a moment, of the result that a forced analysis replaces:
 * those that were said and that it does not rate again itself.
 */
async function keptOfMoments(
	deps: StepDeps,
	run: LiveRun,
	chosen: readonly MergedStatement[],
): Promise<StatementId[]> {
	if (run.input.keeps_asked === null) return [];
	const earlier = await deps.published(run.input);
	if (earlier === null) return [];
	const is_all = earlier.video.scope === "moments";
	const statements = earlier.statements.filter(({ on_request }) => is_all || on_request);
	const { repeated, said } = splitRated(run, { statements }, chosen);
	return said.filter((id) => !repeated.includes(id));
}

/** Reserves the ratings in the daily budget and matches the statements with published ones. */
export async function takeUp(
	deps: StepDeps,
	run: LiveRun,
	statements: readonly (SelectedStatement & Pick<ChosenStatement, "on_request">)[],
	/** The published statements that they may match; all of them if omitted. */
	matchable?: Awaited<ReturnType<StepDeps["earlierStatements"]>>,
): Promise<ChosenStatement[] | Failed> {
	const rated = statements.map((_, index) => isRatedBefore(run, index));
	const open = rated.filter((it) => !it).length;
	const reserved = await reserveRatings(deps, run, open);
	if (reserved.refused && reserved.room === 0) return { error: reserved.refused };
	const earlier = matchable ?? (await deps.earlierStatements(run.input.video_id));
	const recognised = pairStatements(earlier, statements);
	const cutter = createCutter(await deps.hiddenStatements(run.input.video_id));
	let room = reserved.room;
	// A published statement keeps its words; any other is read a second time, or decided here.
	const isRead = run.input.second_reading || run.input.rechecks !== null;
	return statements.map((statement, index): ChosenStatement => {
		const out_of_budget = !rated[index] && room-- <= 0;
		const said = {
			...withoutTurns(statement),
			context: speechAround(run, statement, cutter),
			speaker: run.matcher.speakerOf(statement.quote, statement.timestamp),
		};
		return {
			...said,
			content: isRead || standsUnread(said) ? said.content : cleanContent(said.quote),
			out_of_budget,
			new_id: deps.newStatementId(),
			earlier: recognised[index] ?? null,
		};
	});
}

/**
 * Whether all ratings were taken over from the run that this one resumes, which has paid for
 * them.
 */
function isRatedBefore(run: LiveRun, index: number): boolean {
	return run.input.panel.every((provider) => run.ratings.has(ratingKey(index, provider)));
}

/**
 * The number of statements that the daily budget can rate. A run from memory rates all or none; a
 * run with sources publishes the rest as unverified.
 */
async function reserveRatings(
	deps: StepDeps,
	run: LiveRun,
	statements: number,
): Promise<{ room: number; refused: RunError | null }> {
	if (run.input.simulated) return { room: statements, refused: null };
	let refused: RunError | null = null;
	for (let room = statements; room > 0; room--) {
		const need = ratingNeed(deps, run, room);
		const answer = await deps.budget.reserve(run.input.run_id, [{ ...need, exact: true }]);
		if (answer === null) return { room, refused };
		refused ??= answer;
		if (!searches(run)) break;
	}
	return { room: 0, refused };
}

/** What raters and readers see of the speech around the statement. */
function speechAround(
	run: LiveRun,
	{ quote, timestamp }: SelectedStatement,
	cutter: Cutter,
): SpeechContext {
	const { before, after } = run.matcher.speechAround(quote, timestamp);
	return { before: cutter.text(stripTurns(before)), after: cutter.text(stripTurns(after)) };
}

function withoutTurns<T extends { quote: string }>(statement: T): T {
	return { ...statement, quote: stripTurns(statement.quote) };
}

/**
 * Who extracted most windows. In a tie between a model and the heuristic, the heuristic is
 * reported, so that the result does not claim more than was done.
 */
function whoExtracted(run: LiveRun): ExtractedBy {
	if (run.transcript?.source === "sample") return "sample";
	const readers = [...run.found.values()].map(({ provider }) => provider ?? "heuristic");
	const count = (by: ExtractedBy) => readers.filter((it) => it === by).length;
	const [most] = ["heuristic" as const, ...PROVIDERS].sort((a, b) => count(b) - count(a));
	return most ?? "heuristic";
}
