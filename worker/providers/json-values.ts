import { jsonrepair } from "jsonrepair";
import { closes, endOfString, isTooDeep, opens, tryParseJson } from "#text/untrusted-json.ts";

/** What models write after their thinking. */
const END_OF_THINKING =
	/<\/(?:think|thinking|thought|reasoning)>|<\|(?:message|end_of_thought)\|>/gi;

/** How often a text is read again after a bracket that is not closed or holds no JSON. */
const MAX_RESTARTS = 30;
/** Of the values that need a repair, the last ones. */
const MAX_REPAIRS = 5;
/** A longer value is not repaired. */
const MAX_REPAIRED_CHARS = 256 * 1_024;

/** A text between two brackets, with those inside it. */
type Span = { start: number; end: number; inner: Span[] };

/**
 * The JSON objects and arrays in a model's text, in order and outermost only: an answer may stand
 * in prose, in a code fence or after drafts. Nearly-JSON is repaired if no value is whole. Each
 * restart reads the rest of the text once.
 */
export function* jsonValues(text: string): Generator<unknown[]> {
	const tail = afterThinking(text);
	for (const part of tail === text ? [text] : [tail, text]) {
		yield wholeValues(part);
		yield repairedValues(part);
	}
}

function afterThinking(text: string): string {
	const last = [...text.matchAll(END_OF_THINKING)].at(-1);
	return last === undefined ? text : text.slice(last.index + last[0].length);
}

function wholeValues(text: string): unknown[] {
	const whole = tryParseJson(text);
	if (whole !== undefined) return [whole];
	const values: unknown[] = [];
	let from = 0;
	for (let tries = 0; tries < MAX_RESTARTS; tries += 1) {
		const { spans, unclosed } = readSpans(text, from);
		const broken = spans.findIndex((span) => {
			const value = parsedSpan(text, span);
			if (value !== undefined) values.push(value);
			return value === undefined;
		});
		// What follows a broken value may have been read as one of its strings.
		const restart = spans[broken]?.start ?? unclosed;
		if (restart === null) return values;
		from = restart + 1;
	}
	const { spans } = readSpans(text, from);
	return [...values, ...spans.flatMap((span) => valuesIn(text, span))];
}

function valuesIn(text: string, span: Span): unknown[] {
	const value = parsedSpan(text, span);
	return value === undefined ? span.inner.flatMap((it) => valuesIn(text, it)) : [value];
}

/** undefined if it is not JSON. What nests too deep is null, so that nothing inside it is read. */
function parsedSpan(text: string, { start, end }: Span): unknown {
	const part = text.slice(start, end);
	return isTooDeep(part) ? null : tryParseJson(part);
}

function repairedValues(text: string): unknown[] {
	const { spans, unclosed } = readSpans(text, 0);
	const parts = spans.map(({ start, end }) => text.slice(start, end));
	// A number or a word at the end may be the part of one.
	if (unclosed !== null && /["\]}]\s*(?:```\s*)?$/.test(text)) parts.push(text.slice(unclosed));
	return parts.slice(-MAX_REPAIRS).flatMap((part) => {
		const value = repaired(part);
		return typeof value === "object" && value !== null ? [value] : [];
	});
}

function repaired(part: string): unknown {
	if (part.length > MAX_REPAIRED_CHARS || isTooDeep(part)) return undefined;
	const escaped = tryParseJson(withoutRawControls(part));
	if (escaped !== undefined) return escaped;
	try {
		return tryParseJson(jsonrepair(part));
	} catch {
		return undefined;
	}
}

/** The same with line breaks and tabs inside of strings escaped. */
function withoutRawControls(part: string): string {
	return part.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (string) =>
		string.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1)),
	);
}

/** Reads until the end, or until a bracket turns out to be closed by nothing. */
function readSpans(text: string, from: number): { spans: Span[]; unclosed: number | null } {
	const spans: Span[] = [];
	const open: Span[] = [];
	for (let at = from; at < text.length; at += 1) {
		const char = text[at];
		if (char === '"' && open.length > 0) at = endOfString(text, at) - 1;
		else if (opens(char)) open.push({ start: at, end: at, inner: [] });
		else if (closes(char)) {
			const span = open.pop();
			if (span === undefined) continue;
			span.end = at + 1;
			(open.at(-1)?.inner ?? spans).push(span);
		}
	}
	const [first] = open;
	return { spans, unclosed: first?.start ?? null };
}
