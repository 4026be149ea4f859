import * as z from "zod";
import { isInternalName } from "#outbound/addresses.ts";
import { asList, readAnswer } from "#providers/answer-json.ts";
import { isPercent, readPercents } from "#providers/percent.ts";
import { visibleLine, withoutEcho } from "#providers/prompt-text.ts";
import { parseUrl } from "#text/parse-url.ts";

/** Values are clamped, with the defaults below. */
export type RatingAnswer = {
	score: number;
	confidence: number;
	explanation: string;
	sources: string[];
};

const DEFAULT_SCORE = 50;
const DEFAULT_CONFIDENCE = 50;
const DEFAULT_EXPLANATION = "No analysis available";
/** A short paragraph, as much as a card has room for. */
const MAX_EXPLANATION_CHARS = 600;

const Rated = z.looseObject({ score: z.unknown().refine(isPercent) });

/**
 * Parses a rating from a model's text. Uses the last object that has a usable score, because the
 * text before the answer may repeat the statement. Throws CallFailure.
 */
export function parseRating(text: string, instructions = ""): RatingAnswer {
	const { explanation, sources, ...numbers } = readAnswer(text, Rated);
	const [score, confidence] = readPercents([numbers.score, numbers.confidence]);
	return {
		score: score ?? DEFAULT_SCORE,
		confidence: confidence ?? DEFAULT_CONFIDENCE,
		explanation: parseExplanation(explanation, instructions),
		sources: parseSources(sources),
	};
}

function parseExplanation(value: unknown, instructions: string): string {
	const text = shortened(
		typeof value === "string" ? visibleLine(value) : "",
		MAX_EXPLANATION_CHARS,
	);
	return withoutEcho(text, instructions) || DEFAULT_EXPLANATION;
}

/** Truncates without splitting a character. */
function shortened(text: string, max_chars: number): string {
	if (text.length <= max_chars) return text;
	return `${text.slice(0, max_chars - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** More sources are rarely useful, and the screen shows all of them. */
export const MAX_SOURCES = 5;
const MAX_SOURCE_CHARS = 300;

const Sources = z.preprocess(asList, z.array(z.string()).catch([]));
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/**
 * A public host name has a dot, and only letters or punycode in its last label. IP addresses and
 * "localhost" do not match.
 */
const PUBLIC_NAME = /\.(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})\.?$/;

/**
 * The model's sources that have the form of web addresses, without repetitions, at most
 * MAX_SOURCES. Whether the pages exist is not checked.
 */
export function parseSources(value: unknown): string[] {
	const kept = Sources.parse(value).map(visibleLine).filter(isWebSource);
	return [...new Set(kept)].slice(0, MAX_SOURCES);
}

function isWebSource(source: string): boolean {
	if (source.length > MAX_SOURCE_CHARS || /[\s\\<>"'`]/.test(source)) return false;
	const link = SCHEME.test(source) ? source : `https://${source}`;
	const url = /^https?:\/\/[^/]/i.test(link) ? parseUrl(link) : null;
	if (!url) return false;
	const { hostname, username, password } = url;
	return (
		username === "" && password === "" && PUBLIC_NAME.test(hostname) && !isInternalName(hostname)
	);
}
