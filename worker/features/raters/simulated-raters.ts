import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import { clampToVerdict, type RaterVerdict, type Shows, type Stance } from "#contract/verdicts.ts";
import { type EvidenceAnswer, judgeAnswer } from "#features/evidence/parse-judgement.ts";
import type {
	SupportInput,
	SupportReader,
	SupportReading,
} from "#features/evidence/support-check.ts";
import type { CallContext, Outcome } from "#providers/retrying-call.ts";
import type { RatingAnswer } from "./parse-rating.ts";
import type { EvidenceRating, EvidenceRatingInput, Rater } from "./rater.ts";

export const SIMULATED_MODEL = "simulated";
export const SIMULATED_CONFIDENCE = 75;
/** About the duration of a real call, so that demo mode shows progress. */
export const SIMULATED_DELAY_MS = 1_000;
export const SIMULATED_EXPLANATION =
	"Simulated rating: no AI provider is configured, so this score is not an assessment.";

type Label = "true" | "mixed" | "false";

/** The sample author's notes on a statement; empty for other statements. */
type SampleNotes = {
	label: (statement: string) => Label | null;
	trait: (statement: string) => "unlikely" | "opinion" | null;
	citations: (statement: string) => MarkedQuote[];
};
type Range = readonly [lowest: number, highest: number];

/** Avoids both ends of the scale, where a score would look like a verdict. */
const ANY: Range = [20, 79];
const BY_LABEL: Record<Label, Range> = { true: [20, 29], mixed: [40, 60], false: [70, 79] };
/** The maximum difference between a provider's score and the statement's base score. */
const DISAGREEMENT = 3;

/**
 * Raters used if no provider has a key. They do not read anything: a score is computed from a
 * hash of the statement and the provider's name, and for samples from the author's label.
 */
export function createSimulatedRaters(samples: SampleNotes): Rater[] {
	return PROVIDERS.map((provider) => ({
		provider,
		model: SIMULATED_MODEL,
		rateByEvidence: (input, context) =>
			answerLater(context, () => simulatedJudgement(provider, input, samples)),
		rate: ({ statement }, context) =>
			answerLater(context, () => simulatedAnswer(provider, statement, samples.label(statement))),
	}));
}

/** The second readings of demo mode, as simulated as its ratings. */
export function createSimulatedReaders({
	citations,
}: Pick<SampleNotes, "citations">): SupportReader[] {
	return PROVIDERS.map((provider) => ({
		provider,
		model: SIMULATED_MODEL,
		checkSupport: (input, context) =>
			answerLater(context, () => simulatedReading(input, citations(input.statement))),
	}));
}

async function answerLater<Answer>(
	{ now, sleep }: CallContext,
	answer: () => Answer,
): Promise<Outcome<Answer>> {
	const began = now();
	await sleep(SIMULATED_DELAY_MS);
	return {
		ok: true,
		answer: answer(),
		model: SIMULATED_MODEL,
		attempts: 0,
		duration_ms: now() - began,
		usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
	};
}

function simulatedAnswer(provider: Provider, statement: string, label: Label | null): RatingAnswer {
	const [lowest, highest] = label ? BY_LABEL[label] : ANY;
	const base = within(hash(statement), lowest, highest);
	const shift = within(hash(`${provider}\n${statement}`), -DISAGREEMENT, DISAGREEMENT);
	return {
		score: Math.min(highest, Math.max(lowest, base + shift)),
		confidence: SIMULATED_CONFIDENCE,
		explanation: SIMULATED_EXPLANATION,
		sources: [],
	};
}

/**
 * A sentence of a sample page with its stance, and the text that a rater writes if it misquotes.
 */
type MarkedQuote = { quote: string; stance: Stance; written?: string };

const SIMULATED_MISSING = "Simulated: the sample pages add what the statement leaves out.";

type Marked = MarkedQuote & { name: string; published_at: string | null };

/**
 * Builds a judgement from the sentences that the sample's author marked for the statement. The
 * quotes pass the same quote check as those of real raters. The verdict follows from their
 * stances; without a marked sentence it is "not_enough_evidence".
 */
function simulatedJudgement(
	provider: Provider,
	{ statement, said_on, language, passages }: EvidenceRatingInput,
	samples: SampleNotes,
): EvidenceRating {
	const label = samples.label(statement);
	const trait = samples.trait(statement);
	const marked = passages.flatMap(({ name, published_at, passage }) =>
		samples
			.citations(statement)
			.filter(({ quote }) => passage.text.includes(quote))
			.map((it): Marked => ({ ...it, name, published_at })),
	);
	const verdict = trait === "opinion" ? "not_checkable" : verdictOf(marked, said_on);
	const outdated = verdict === "supported" && does(marked, "refutes");
	const { score, confidence } = simulatedAnswer(provider, statement, label);
	const lean = trait === "unlikely" ? "false" : label;
	const answer: EvidenceAnswer = {
		verdict,
		when_said: outdated ? "supported" : "unknown",
		today: outdated ? "refuted" : "unknown",
		score:
			verdict === "not_enough_evidence" || verdict === "not_checkable"
				? 50
				: clampToVerdict(score, verdict),
		confidence,
		explanation: SIMULATED_EXPLANATION,
		missing: verdict === "missing_context" ? SIMULATED_MISSING : "",
		lean: {
			score: simulatedAnswer(provider, statement, lean).score,
			confidence: SIMULATED_CONFIDENCE,
		},
		citations: marked.map(({ name, stance, quote, written }) => ({
			passage: name,
			stance,
			quote: written ?? quote,
		})),
		next_query: null,
	};
	return {
		judgement: judgeAnswer(answer, passages, { content: statement, language }),
		next_query: null,
	};
}

/** What the sample's author marked the quotes as. */
function simulatedReading({ quotes }: SupportInput, marks: readonly MarkedQuote[]): SupportReading {
	const marked = marks.filter((mark) => quotes.some(({ quote }) => quote.includes(mark.quote)));
	const shows = showsOf(marked);
	return {
		shows,
		missing_part: shows === "part" ? SIMULATED_MISSING : "",
		probability: SIMULATED_CONFIDENCE,
	};
}

function showsOf(marked: readonly MarkedQuote[]): Shows {
	if (does(marked, "context")) return "part";
	if (does(marked, "refutes")) return does(marked, "supports") ? "part" : "contrary";
	return does(marked, "supports") ? "all" : "nothing";
}

function does(marked: readonly MarkedQuote[], stance: Stance): boolean {
	return marked.some((it) => it.stance === stance);
}

/**
 * The verdict for the marked quotes. Supporting and refuting quotes give "supported" if all
 * refuting pages appeared after the video (the statement is then outdated), otherwise
 * "conflicting".
 */
function verdictOf(marked: readonly Marked[], said_on: string | null): RaterVerdict {
	if (does(marked, "context")) return "missing_context";
	if (!does(marked, "refutes"))
		return does(marked, "supports") ? "supported" : "not_enough_evidence";
	if (!does(marked, "supports")) return "refuted";
	const later = marked
		.filter(({ stance }) => stance === "refutes")
		.every((it) => said_on !== null && (it.published_at ?? "") > said_on);
	return later ? "supported" : "conflicting";
}

function within(number: number, lowest: number, highest: number): number {
	return lowest + (number % (highest - lowest + 1));
}

/** A 32-bit hash: FNV-1a over the UTF-16 units, then mixed. The same on every platform. */
function hash(text: string): number {
	let bits = 0x811c9dc5;
	for (let i = 0; i < text.length; i += 1) {
		bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
	}
	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}
