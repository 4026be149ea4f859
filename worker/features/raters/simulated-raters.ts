import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import { clampToVerdict, type Stance } from "#contract/verdicts.ts";
import {
	type EvidenceAnswer,
	judgeAnswer,
} from "#features/evidence/parse-judgement.ts";
import type {
	EvidenceRating,
	EvidenceRatingInput,
	Rater,
	RatingAnswer,
} from "#providers/providers.ts";

export const SIMULATED_MODEL = "simulated";
export const SIMULATED_CONFIDENCE = 75;
/** About as long as a real provider takes, so that a demo shows the progress. */
export const SIMULATED_DELAY_MS = 1_000;
export const SIMULATED_EXPLANATION =
	"Simulated rating: no AI provider is configured, so this score is not an assessment.";

type Label = "true" | "mixed" | "false";
type Range = readonly [lowest: number, highest: number];

/** Never at an end of the scale, where a score would look like a verdict. */
const ANY: Range = [20, 79];
const BY_LABEL: Record<Label, Range> = {
	true: [20, 29],
	mixed: [40, 60],
	false: [70, 79],
};
/** The largest distance of a provider's score from the statement's own. */
const DISAGREEMENT = 3;

/**
 * Replaces the panel if no provider has a key. These raters read nothing: a score depends
 * on the statement's letters and the provider's name, and on the statement's label if
 * `labelOf` knows it (a sample's).
 */
export function createSimulatedRaters(
	labelOf: (statement: string) => Label | null,
	sampleCitations: (statement: string) => SampleCitation[],
): Rater[] {
	return PROVIDERS.map((provider) => ({
		provider,
		model: SIMULATED_MODEL,
		async rateByEvidence(input, context) {
			const began = context.now();
			await context.sleep(SIMULATED_DELAY_MS);
			return {
				ok: true,
				answer: simulatedJudgement(
					provider,
					input,
					labelOf(input.statement),
					sampleCitations(input.statement),
				),
				model: SIMULATED_MODEL,
				attempts: 0,
				duration_ms: context.now() - began,
				usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
			};
		},
		async rate({ statement }, context) {
			const began = context.now();
			await context.sleep(SIMULATED_DELAY_MS);
			return {
				ok: true,
				answer: simulatedAnswer(provider, statement, labelOf(statement)),
				model: SIMULATED_MODEL,
				attempts: 0,
				duration_ms: context.now() - began,
				usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
			};
		},
	}));
}

function simulatedAnswer(
	provider: Provider,
	statement: string,
	label: Label | null,
): RatingAnswer {
	const [lowest, highest] = label ? BY_LABEL[label] : ANY;
	const base = within(hash(statement), lowest, highest);
	const shift = within(
		hash(`${provider}\n${statement}`),
		-DISAGREEMENT,
		DISAGREEMENT,
	);
	return {
		score: Math.min(highest, Math.max(lowest, base + shift)),
		confidence: SIMULATED_CONFIDENCE,
		explanation: SIMULATED_EXPLANATION,
		sources: [],
	};
}

/** What the author of a sample page says that a sentence of it does for a statement. */
export type SampleCitation = { quote: string; stance: Stance };

const VERDICT_OF: Record<Label, "supported" | "missing_context" | "refuted"> = {
	true: "supported",
	mixed: "missing_context",
	false: "refuted",
};
const SIMULATED_MISSING =
	"Simulated: the sample pages add what the statement leaves out.";

/**
 * Cites the sentences that the sample pages' author has marked for the statement, and has them
 * looked up like those of any rater. Without one it says that the pages are not enough.
 */
function simulatedJudgement(
	provider: Provider,
	{ statement, language, passages }: EvidenceRatingInput,
	label: Label | null,
	marked: readonly SampleCitation[],
): EvidenceRating {
	const { score, confidence } = simulatedAnswer(provider, statement, label);
	const citations = passages.flatMap(({ name, passage }) =>
		marked
			.filter(({ quote }) => passage.text.includes(quote))
			.map((it) => ({ passage: name, ...it })),
	);
	const decided = label !== null && citations.length > 0;
	const answer: EvidenceAnswer = {
		verdict: decided ? VERDICT_OF[label] : "not_enough_evidence",
		when_said: "unknown",
		today: "unknown",
		score: decided ? clampToVerdict(score, VERDICT_OF[label]) : 50,
		confidence,
		explanation: SIMULATED_EXPLANATION,
		missing: decided && label === "mixed" ? SIMULATED_MISSING : "",
		lean: { score, confidence: SIMULATED_CONFIDENCE },
		citations: decided ? citations : [],
		next_query: null,
	};
	return {
		judgement: judgeAnswer(answer, passages, { content: statement, language }),
		next_query: null,
	};
}

function within(number: number, lowest: number, highest: number): number {
	return lowest + (number % (highest - lowest + 1));
}

/** FNV-1a over the UTF-16 units, then mixed: 32 bits, the same everywhere. */
function hash(text: string): number {
	let bits = 0x811c9dc5;
	for (let i = 0; i < text.length; i += 1) {
		bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
	}
	bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
	return (bits ^ (bits >>> 16)) >>> 0;
}
