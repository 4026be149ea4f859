import type * as z from "zod";
import { tryParseJson } from "#text/untrusted-json.ts";
import { badAnswer } from "./call-failure.ts";

/** The maximum number of opening braces that are tried in one answer. */
const MAX_CANDIDATES = 20;

/**
 * Parses a model's text with the schema. Uses the last object that fits, because the text before
 * the answer may repeat the question. Throws CallFailure if none fits.
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): T {
	const answer = findJsonObjects(text)
		.map((value) => schema.safeParse(value))
		.findLast((result) => result.success);
	if (answer?.data === undefined) throw badAnswer();
	return answer.data;
}

/**
 * Finds the outermost JSON objects in a model's text, in order. Servers that ignore the schema
 * surround them with prose or code fences. Reads the text at most MAX_CANDIDATES times.
 */
export function findJsonObjects(text: string): unknown[] {
	const whole = tryParseJson(text);
	if (whole !== undefined) return [whole];
	const found: unknown[] = [];
	let at = text.indexOf("{");
	for (let tries = 0; at !== -1 && tries < MAX_CANDIDATES; tries += 1) {
		const end = closingBrace(text, at);
		const value = end === -1 ? undefined : tryParseJson(text.slice(at, end + 1));
		if (value !== undefined) found.push(value);
		at = text.indexOf("{", value === undefined ? at + 1 : end + 1);
	}
	return found;
}

/** The end of the object that starts at `start`, or -1. */
function closingBrace(text: string, start: number): number {
	let depth = 0;
	for (let at = start; at < text.length; at += 1) {
		const character = text[at];
		if (character === '"') at = closingQuote(text, at);
		else if (character === "{") depth += 1;
		else if (character === "}") depth -= 1;
		if (depth === 0) return at;
	}
	return -1;
}

/** The end of the string that starts at `start`, or the end of the text. */
function closingQuote(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at += 1) {
		if (text[at] === "\\") at += 1;
		else if (text[at] === '"') return at;
	}
	return text.length;
}

/**
 * Parses a number from 0 to 100, rounded and clamped; null if it is not a number. Also accepts a
 * numeric string such as "80".
 */
export function parsePercent(value: unknown): number | null {
	const number = typeof value === "string" ? numeral(value) : value;
	if (typeof number !== "number" || !Number.isFinite(number)) return null;
	return Math.min(100, Math.max(0, Math.round(number)));
}

function numeral(text: string): number | null {
	return /^\s*[+-]?\d{1,9}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : null;
}
