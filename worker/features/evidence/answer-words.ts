import * as z from "zod";
import { RATER_VERDICTS, type RaterVerdict, type Stance } from "#contract/verdicts.ts";
import { normalizeText } from "#text/clean.ts";

/** Words that models write for a field's own words. Read by `wordKey`. */
type Synonyms<Word extends string> = Readonly<Record<string, Word>>;

export const STANCE_WORDS: Synonyms<Stance> = {
	support: "supports",
	supported: "supports",
	supporting: "supports",
	confirms: "supports",
	refute: "refutes",
	refuted: "refutes",
	refuting: "refutes",
	contradict: "refutes",
	contradicts: "refutes",
	contradicting: "refutes",
	gives_context: "context",
	giving_context: "context",
	adds_context: "context",
	provides_context: "context",
	context_only: "context",
	only_context: "context",
	repeat: "repeats",
	repeating: "repeats",
	only_repeats: "repeats",
	repeats_only: "repeats",
	repeats_the_claim: "repeats",
	only_repeats_the_claim: "repeats",
};

/**
 * The labels of FEVER, AVeriTeC and ClaimReview for the same verdicts, and forms of our own words.
 * What lies between two verdicts, such as "mostly true", is none of them.
 */
const ENGLISH_VERDICTS: Synonyms<RaterVerdict> = {
	support: "supported",
	supports: "supported",
	true: "supported",
	correct: "supported",
	accurate: "supported",
	confirmed: "supported",
	refute: "refuted",
	refutes: "refuted",
	contradicted: "refuted",
	false: "refuted",
	incorrect: "refuted",
	inaccurate: "refuted",
	debunked: "refuted",
	lacks_context: "missing_context",
	needs_context: "missing_context",
	lacking_context: "missing_context",
	out_of_context: "missing_context",
	misleading: "missing_context",
	conflicting_evidence: "conflicting",
	conflicting_evidence_cherrypicking: "conflicting",
	mixed: "conflicting",
	disputed: "conflicting",
	nei: "not_enough_evidence",
	not_enough: "not_enough_evidence",
	not_enough_info: "not_enough_evidence",
	not_enough_information: "not_enough_evidence",
	insufficient_evidence: "not_enough_evidence",
	insufficient_information: "not_enough_evidence",
	partially_supported: "not_enough_evidence",
	partly_supported: "not_enough_evidence",
	unproven: "not_enough_evidence",
	unverified: "not_enough_evidence",
	inconclusive: "not_enough_evidence",
	uncheckable: "not_checkable",
	unverifiable: "not_checkable",
	opinion: "not_checkable",
};

type Translation = Record<RaterVerdict, string>;

/** Our words, and "true" and "false", as a model translates them that answers in a video's language. */
const TRANSLATIONS: Record<string, Translation> = {
	de: {
		supported: "belegt, gestützt, bestätigt, wahr, richtig",
		refuted: "widerlegt, falsch",
		missing_context: "fehlender Kontext, irreführend",
		conflicting: "widersprüchlich",
		not_enough_evidence: "nicht genug Belege, nicht genügend Beweise, unbelegt",
		not_checkable: "nicht überprüfbar, nicht prüfbar",
	},
	fr: {
		supported: "confirmé, étayé, vrai",
		refuted: "réfuté, faux",
		missing_context: "contexte manquant, manque de contexte, trompeur",
		conflicting: "contradictoire",
		not_enough_evidence: "preuves insuffisantes, pas assez de preuves",
		not_checkable: "invérifiable, non vérifiable",
	},
	es: {
		supported: "respaldado, confirmado, verdadero",
		refuted: "refutado, falso",
		missing_context: "falta de contexto, falta contexto, engañoso",
		conflicting: "contradictorio",
		not_enough_evidence: "evidencia insuficiente, pruebas insuficientes",
		not_checkable: "no verificable, no comprobable",
	},
	it: {
		supported: "supportato, confermato, vero",
		refuted: "confutato, smentito",
		missing_context: "contesto mancante, fuorviante",
		conflicting: "contraddittorio",
		not_enough_evidence: "prove insufficienti",
		not_checkable: "non verificabile",
	},
	pt: {
		supported: "apoiado, verdadeiro",
		refuted: "contestado",
		missing_context: "falta de contexto, contexto ausente, enganoso",
		conflicting: "contraditório, conflitante",
		not_enough_evidence: "evidências insuficientes, provas insuficientes",
		not_checkable: "não verificável",
	},
	nl: {
		supported: "ondersteund, bevestigd, waar",
		refuted: "weerlegd, onwaar",
		missing_context: "ontbrekende context, misleidend",
		conflicting: "tegenstrijdig",
		not_enough_evidence: "onvoldoende bewijs",
		not_checkable: "niet controleerbaar",
	},
	pl: {
		supported: "potwierdzone, prawda",
		refuted: "obalone, fałsz",
		missing_context: "brak kontekstu",
		conflicting: "sprzeczne",
		not_enough_evidence: "niewystarczające dowody, za mało dowodów",
		not_checkable: "nieweryfikowalne",
	},
	ru: {
		supported: "подтверждено, правда",
		refuted: "опровергнуто, ложь",
		missing_context: "не хватает контекста",
		conflicting: "противоречиво",
		not_enough_evidence: "недостаточно доказательств, недостаточно данных",
		not_checkable: "непроверяемо",
	},
	zh: {
		supported: "支持, 属实, 真实",
		refuted: "反驳, 虚假, 错误",
		missing_context: "缺少背景, 缺乏背景, 误导",
		conflicting: "相互矛盾",
		not_enough_evidence: "证据不足",
		not_checkable: "无法核实",
	},
	ja: {
		supported: "支持, 正しい",
		refuted: "反証, 誤り",
		missing_context: "文脈不足",
		conflicting: "矛盾",
		not_enough_evidence: "証拠不足",
		not_checkable: "検証不能",
	},
};

export const VERDICT_WORDS: Synonyms<RaterVerdict> = {
	...ENGLISH_VERDICTS,
	...Object.fromEntries(
		Object.values(TRANSLATIONS).flatMap((translation) =>
			RATER_VERDICTS.flatMap((verdict) =>
				translation[verdict].split(", ").map((word) => [word, verdict]),
			),
		),
	),
};

/** For the fields that say how a claim stood at a time. */
export const SIDE_WORDS: Synonyms<"supported" | "refuted"> = {
	support: "supported",
	supports: "supported",
	refute: "refuted",
	refutes: "refuted",
};

/** Longer texts are sentences rather than words. */
const MAX_WORD_CHARS = 40;

/**
 * Reads one of the words, written in any case and with spaces, hyphens or marks around it, or a
 * synonym of one. Any other value is an issue.
 */
export function oneWord<Word extends string>(
	words: readonly Word[],
	synonyms: Synonyms<Word> = {},
): z.ZodType<Word> {
	const known = new Map<string, Word>([
		...Object.entries(synonyms).map(([word, meant]) => [wordKey(word), meant] as const),
		...words.map((word) => [wordKey(word), word] as const),
	]);
	return z
		.union([z.string().max(MAX_WORD_CHARS), z.boolean().transform(String)])
		.transform((text, context) => {
			const word = known.get(wordKey(text));
			if (word !== undefined) return word;
			context.addIssue("not one of the words");
			return z.NEVER;
		});
}

/** "Not enough evidence", "NotEnoughEvidence" and "**NOT-ENOUGH-EVIDENCE**" are one word. */
function wordKey(text: string): string {
	return normalizeText(text, "NFKC")
		.toLowerCase()
		.replace(/[^\p{L}\p{M}]+/gu, "");
}
