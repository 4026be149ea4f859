import { readFileSync } from "node:fs";
import * as z from "zod";
import { PAGE_KINDS, VERDICTS, type Verdict } from "#contract/verdicts.ts";
import type { GivenPassage } from "#features/evidence/given-passages.ts";
import { clusterPages } from "#features/evidence/independence.ts";
import type { Judgement } from "#features/evidence/judgement.ts";
import { judgeAnswer, parseEvidenceAnswer } from "#features/evidence/parse-judgement.ts";
import { decideStatement } from "#features/evidence/statement-verdict.ts";
import { parseSupport, type SupportReading } from "#features/evidence/support-check.ts";
import { type Estimates, estimateFigures } from "./bootstrap.ts";
import { digestOf, SetError } from "./load-set.ts";
import type { Graded } from "./metrics.ts";
import { roundedEstimates, type SetResult, summarise } from "./run-set.ts";
import type { StatementOutcome } from "./run-statement.ts";

/**
 * Recorded answers of one model to the product's own question. Everything that comes after an
 * answer is measured with them: parser, quote check, weights, second reading, confidence.
 */

const RecordedAnswer = z.object({
	id: z.string().min(1),
	category: z.string().default(""),
	statement: z.string().min(1),
	/** The right verdict; "unverified" if the passages do not settle it. */
	label: z.enum(VERDICTS),
	/** YYYY-MM-DD on which it was said. */
	said_on: z.iso.date().nullable().default(null),
	passages: z.array(
		z.object({
			name: z.string(),
			site: z.string(),
			/** Contains YYYY-MM-DD if it is known. */
			published: z.string(),
			kind: z.enum(PAGE_KINDS),
			text: z.string(),
		}),
	),
	/** What the model wrote, as an object. */
	answer: z.record(z.string(), z.unknown()),
	/** What a second reading of the fitting quotes says; null if the answer decided nothing. */
	support: z.record(z.string(), z.unknown()).nullable(),
});
export type RecordedAnswer = z.infer<typeof RecordedAnswer>;

export type AnswersResult = {
	run: { answers: string[]; sha256: string; seed: number };
	result: SetResult;
	/** The product's verdicts, ranked by the confidence that the model wrote. */
	own_confidence: Estimates;
};

/** Throws SetError for what cannot be read. */
export function evaluateAnswers(files: readonly string[], seed: number): AnswersResult {
	const { records, sha256 } = readAnswers(files);
	const judged = records.map(judge);
	const outcomes = judged.map(({ outcome }) => outcome);
	const own: Graded[] = judged.map(({ outcome, said }, at) => ({
		gold: records[at]?.label ?? "unverified",
		given: outcome.given,
		confidence: said,
		interval: null,
	}));
	return {
		run: { answers: [...files], sha256, seed },
		result: summarise(records, outcomes, seed),
		own_confidence: roundedEstimates(estimateFigures(own, seed)),
	};
}

/** The records of all files, one after another. Throws SetError for what cannot be read. */
export function readAnswers(files: readonly string[]): {
	records: RecordedAnswer[];
	sha256: string;
} {
	const texts = files.map((file) => ({ file, text: readText(file) }));
	return {
		records: texts.flatMap(({ file, text }) => readRecords(file, text)),
		sha256: digestOf(texts.map(({ text }) => text).join("")),
	};
}

function readText(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch {
		throw new SetError(`The file ${file} cannot be read.`);
	}
}

function readRecords(file: string, text: string): RecordedAnswer[] {
	const lines = text.split("\n").filter((it) => it.trim() !== "");
	if (lines.length === 0) throw new SetError(`${file} has no answers.`);
	return lines.map((line, at) => {
		try {
			return RecordedAnswer.parse(JSON.parse(line));
		} catch (error) {
			const [issue] = error instanceof z.ZodError ? error.issues : [];
			const why = issue ? `${issue.path.join(".")}: ${issue.message}` : "it is no JSON";
			throw new SetError(`${file}, line ${at + 1}: ${why}`);
		}
	});
}

/** `said` is the confidence that the model wrote, 0 to 1; `unread` the verdict without a second reading. */
export function judge(record: RecordedAnswer): {
	outcome: StatementOutcome;
	said: number;
	score: number;
	unread: Verdict;
} {
	const given = passagesOf(record);
	const statement = { content: record.statement, language: null };
	const answer = parseEvidenceAnswer(JSON.stringify(record.answer));
	const judgement = judgeAnswer(answer, given, statement);
	const decide = (support: SupportReading | null) =>
		decideStatement({
			answers: [{ provider: "openai", judgement }],
			said_on: record.said_on,
			today: "",
			time_sensitive: false,
			has_passages: given.length > 0,
			search_failed: false,
			out_of_budget: false,
			support,
			simulated: false,
		});
	const result = decide(record.support && parseSupport(JSON.stringify(record.support)));
	const said = judgement.confidence / 100;
	return {
		said,
		score: judgement.score,
		unread: decide(null).verdict,
		outcome: {
			id: record.id,
			given: result.verdict,
			confidence: (result.confidence_level ?? 0) / 100,
			interval: result.interval,
			reason: result.unverified_reason,
			independent_sources: result.independent_sources,
			alone: {},
			without_checks: { given: wordOf(judgement), confidence: said, interval: null },
			quotes: { found: judgement.citations.length, dropped: judgement.dropped.length },
			...NOTHING_ASKED,
		},
	};
}

/** What the model wrote, whether its quotes were found or not. */
function wordOf({ verdict }: Judgement): Verdict {
	return verdict === "not_enough_evidence" || verdict === "not_checkable" ? "unverified" : verdict;
}

const NOTHING_ASKED = {
	pages: { read: 0, unread: 0 },
	calls: { requests: 0, failed: 0 },
	usage: { tokens: null, cost_usd: null, ms: 0 },
};

/** A record does not say which passages share a page, so each site counts as one page. */
function passagesOf({ passages }: RecordedAnswer): GivenPassage[] {
	const sites = [...new Set(passages.map(({ site }) => site))];
	const clusters = clusterPages(
		sites.map((site) => ({
			id: site,
			site,
			by_member: false,
			passages: passages.flatMap((it) => (it.site === site ? [it.text] : [])),
		})),
	);
	return passages.map(({ name, site, published, kind, text }) => ({
		name,
		page_id: site,
		site,
		title: "",
		kind,
		known_kind: kind,
		notice: null,
		published_at: /\d{4}-\d{2}-\d{2}/.exec(published)?.[0] ?? null,
		language: null,
		cluster: clusters.get(site) ?? 1,
		by_member: false,
		passage: { start: 0, end: text.length, text, before: "", after: "" },
	}));
}
