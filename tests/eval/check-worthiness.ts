import { planTasks } from "#features/analysis/plan-steps.ts";
import { runStep } from "#features/analysis/run-step.ts";
import { taskKey } from "#features/analysis/task.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { evaluationRun, type StatementTools, stepDeps } from "./run-statement.ts";

/** A sentence of a transcript, and whether people would have it checked. */
export type LabelledSentence = { worthy: boolean; text: string };
export type LabelledTranscript = { id: string; sentences: LabelledSentence[] };

/** How long a sentence takes to say, in seconds: each is one cue. */
const SENTENCE_S = 6;

export function transcriptOf({ sentences }: LabelledTranscript): Transcript {
	const cues = sentences.map(({ text }, at) => ({ start: at * SENTENCE_S, text }));
	return {
		source: "captions",
		language: "en",
		track: null,
		cues,
		text: cues.map(({ text }) => text).join(" "),
	};
}

/** What was chosen from one transcript, by the places of its sentences. */
export type Choice = {
	/** Who found the statements: a model, or the rule that needs none. */
	by: string | null;
	/** For each chosen statement, the sentences that its quote is from. */
	chosen: number[][];
};

/**
 * Takes a transcript through extraction and choice as an analysis does: windows, the extractor or
 * the sentence heuristic, quotes looked up, repetitions merged, the most important over the whole
 * length.
 */
export async function chooseStatements(
	labelled: LabelledTranscript,
	tools: StatementTools,
	max_statements: number,
): Promise<Choice> {
	const { sentences } = labelled;
	const transcript = transcriptOf(labelled);
	const duration = sentences.length * SENTENCE_S;
	const run = evaluationRun(tools, []);
	const metadata = {
		title: "",
		channel_name: "",
		channel_id: null,
		thumbnail_url: "",
		duration,
		view_count: null,
		published_at: null,
		description: "",
	};
	run.apply({ kind: "metadata" }, { metadata, player: null });
	run.apply({ kind: "transcript" }, { transcript });
	const deps = { ...stepDeps(labelled.id, tools), max_statements };
	const done = new Set<string>();
	while (run.chosen === null) {
		const open = planTasks(run).filter((task) => !done.has(taskKey(task)));
		if (open.length === 0) throw new Error("The run came to a stop.");
		const outputs = await Promise.all(open.map((task) => runStep(deps, run, task)));
		open.forEach((task, at) => {
			const output = outputs[at];
			if (output) run.apply(task, output);
			done.add(taskKey(task));
		});
	}
	const starts = sentenceStarts(sentences);
	return {
		by: run.selection.extraction?.by ?? null,
		chosen: run.chosen.map(({ quote, timestamp }) =>
			sentencesOf(transcript.text, starts, quote, timestamp / SENTENCE_S),
		),
	};
}

function sentenceStarts(sentences: readonly LabelledSentence[]): number[] {
	let next = 0;
	return sentences.map(({ text }) => {
		const start = next;
		next += text.length + 1;
		return start;
	});
}

/** A quote may go over several sentences; of two places with its words, the one at its time counts. */
function sentencesOf(
	text: string,
	starts: readonly number[],
	quote: string,
	cue: number,
): number[] {
	const from = text.indexOf(quote, starts[Math.floor(cue)] ?? 0);
	if (from < 0) return [Math.floor(cue)];
	const to = from + quote.length;
	return starts.flatMap((start, at) => {
		const end = (starts[at + 1] ?? text.length + 1) - 1;
		return Math.min(end, to) > Math.max(start, from) ? [at] : [];
	});
}

/** Counts over all transcripts together, and the shares of them that docs/accuracy.md defines. */
export type ChoiceFigures = {
	sentences: number;
	worthy: number;
	chosen: number;
	/** Of what was chosen, the share from a sentence that is worth a check. */
	precision: number | null;
	/** Of the sentences worth a check, the share from which something was chosen. */
	recall: number | null;
	f1: number | null;
	/** Of the parts that have a sentence worth a check, the share with a chosen statement. */
	thirds_covered: number | null;
	tenths_covered: number | null;
};

export function measureChoices(
	transcripts: readonly LabelledTranscript[],
	choices: readonly Choice[],
): ChoiceFigures {
	const pairs = transcripts.map((it, at) => ({
		worthy: it.sentences.map(({ worthy }) => worthy),
		chosen: choices[at]?.chosen ?? [],
	}));
	const chosen = pairs.flatMap((it) => it.chosen).length;
	const hits = pairs.flatMap(({ worthy, chosen: some }) =>
		some.filter((places) => places.some((place) => worthy[place])),
	).length;
	const all_worthy = pairs.flatMap(({ worthy }) => worthy.filter(Boolean));
	const found = pairs.flatMap(({ worthy, chosen: some }) =>
		worthy.filter((it, place) => it && some.flat().includes(place)),
	);
	const precision = ratio(hits, chosen);
	const recall = ratio(found.length, all_worthy.length);
	return {
		sentences: pairs.flatMap(({ worthy }) => worthy).length,
		worthy: all_worthy.length,
		chosen,
		precision,
		recall,
		f1:
			precision === null || recall === null || precision + recall === 0
				? null
				: (2 * precision * recall) / (precision + recall),
		thirds_covered: partsCovered(pairs, 3),
		tenths_covered: partsCovered(pairs, 10),
	};
}

type Pair = { worthy: boolean[]; chosen: number[][] };

function partsCovered(pairs: readonly Pair[], parts: number): number | null {
	let wanted = 0;
	let covered = 0;
	for (const { worthy, chosen } of pairs) {
		const partOf = (place: number) => Math.floor((place * parts) / worthy.length);
		const want = new Set(worthy.flatMap((it, place) => (it ? [partOf(place)] : [])));
		const have = new Set(chosen.flat().map(partOf));
		wanted += want.size;
		covered += [...want].filter((part) => have.has(part)).length;
	}
	return ratio(covered, wanted);
}

function ratio(part: number, whole: number): number | null {
	return whole === 0 ? null : part / whole;
}
