import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import type { RaterVerdict, Shows, Stance, Today } from "#contract/verdicts.ts";
import { WIRES } from "#tests/support/fakes/ai-wires.ts";
import type { TimedFetch } from "./recorded-calls.ts";

/** A quote that a scripted rater gives; `of` names a passage that need not exist. */
export type ScriptedQuote = { stance: Stance; quote: string; of?: string };

/** What a scripted rater writes; null if its vendor answers with an error. */
export type ScriptedAnswer = {
	verdict: RaterVerdict;
	score: number;
	confidence: number;
	today?: Today;
	missing?: string;
	next_query?: string;
	lean?: number;
	quotes: ScriptedQuote[];
} | null;

/** The answers to one statement, in the panel's order, and its search plan. */
export type Script = {
	answers: readonly ScriptedAnswer[];
	time_sensitive?: boolean;
	shows?: Shows;
};

/** What the extractor chooses from a transcript, and with which importance. */
export type ScriptedExtraction = {
	statements: { content: string; quote: string; importance: number }[];
	left_out?: { quote: string; reason: string }[];
};

/** Keys and addresses by which the product sets up its three clients. */
export const SCRIPTED_ENVIRONMENT = {
	OPENAI_API_KEY: "scripted",
	ANTHROPIC_API_KEY: "scripted",
	GEMINI_API_KEY: "scripted",
};

/**
 * Answers in the vendors' wire formats by the script. Nothing is asked outside. A rater's own
 * opinion is in the script; whether it counts is decided by the product.
 */
export function scriptedFetch(
	script: Script,
	extract?: (transcript: string) => ScriptedExtraction,
): TimedFetch {
	return async (url, init, { granted }) => {
		granted?.();
		const { pathname } = new URL(url);
		const wire = WIRES.find(({ path }) => path.test(pathname));
		if (!wire) throw new Error(`No vendor has the address ${url}.`);
		const asked = wire.read(JSON.parse(String(init.body)), {}, pathname);
		const answer = script.answers[PROVIDERS.indexOf(wire.provider)] ?? null;
		const said = say(wire.provider, asked.prompt, answer, script, extract);
		const body =
			said === null
				? wire.error(400)
				: wire.write({
						model: asked.model,
						text: JSON.stringify(said),
						end: "whole",
						input_tokens: 0,
						output_tokens: 0,
					});
		const response = new Response(JSON.stringify(body), {
			status: said === null ? 400 : 200,
			headers: { "content-type": "application/json" },
		});
		return { response, ms: 0 };
	};
}

function say(
	provider: Provider,
	prompt: string,
	answer: ScriptedAnswer,
	script: Script,
	extract?: (transcript: string) => ScriptedExtraction,
): unknown {
	if (/Plan the searches/.test(prompt)) return planOf(prompt, script);
	if (/Find the statements/.test(prompt)) {
		const { statements = [], left_out = [] } = extract?.(fencedTexts(prompt)[0]?.text ?? "") ?? {};
		return { statements, left_out };
	}
	if (/what the quotes show/.test(prompt)) return readingOf(script);
	if (answer === null) return null;
	const explanation = `A scripted answer of ${provider}.`;
	// Without passages a rater is asked for what it believes.
	if (!/by the passages/.test(prompt))
		return {
			score: answer.lean ?? answer.score,
			confidence: answer.confidence,
			explanation,
			sources: [],
		};
	const { quotes, lean, today, missing, next_query, ...rest } = answer;
	const passages = fencedTexts(prompt).slice(1);
	return {
		...rest,
		explanation,
		missing: missing ?? "",
		next_query: next_query ?? "",
		when_said: today === "refuted" ? "supported" : "unknown",
		today: today ?? "unknown",
		citations: quotes.map(({ stance, quote, of }) => ({
			stance,
			quote,
			passage: of ?? passages.find(({ text }) => text.includes(quote))?.name ?? "P1",
		})),
		lean: { score: lean ?? answer.score, confidence: 40 },
	};
}

/** Confirms what most raters say, unless the script says otherwise. */
function readingOf({ answers, shows }: Script): unknown {
	const given = answers.flatMap((it) => it?.verdict ?? []).filter((it) => !it.startsWith("not_"));
	const isMost = (verdict: RaterVerdict) =>
		given.filter((it) => it === verdict).length * 2 > given.length;
	const confirming = isMost("refuted") ? "contrary" : isMost("supported") ? "all" : "part";
	return { shows: shows ?? confirming, missing_part: "", probability: 90 };
}

function planOf(prompt: string, { time_sensitive = false }: Script): unknown {
	const [statement] = fencedTexts(prompt);
	const query = statement?.text ?? "";
	return { plans: [{ statement: 1, neutral: query, opposing: "", kind: "other", time_sensitive }] };
}

/** The texts between marker lines, each with the first word of the line before: its number. */
function fencedTexts(prompt: string): { name: string; text: string }[] {
	const found = prompt.matchAll(/^(?:([^\n]*)\n)?(=== [0-9a-z]+ ===)\n([\s\S]*?)\n\2$/gm);
	return Array.from(found, ([, line = "", , text = ""]) => ({
		name: line.split(" ")[0] ?? "",
		text,
	}));
}
