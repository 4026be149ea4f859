import type { Context } from "hono";
import type * as z from "zod";
import { MAX_TRANSCRIPT_CHARS } from "#contract/analysis.ts";
import {
	closes,
	endOfString,
	MAX_JSON_DEPTH,
	opens,
	parseUntrustedJson,
	TooDeep,
} from "#text/untrusted-json.ts";
import type { AppEnv } from "./app-env.ts";
import { type FieldError, type ProblemError, problem } from "./problems.ts";
import { fieldErrors } from "./query.ts";

/** Enough for forms, links and settings. */
const MAX_BODY_BYTES = 16 * 1024;
/** A creator's longest response with each character escaped; only transcripts are larger. */
export const MAX_RESPONSE_BODY_BYTES = 64 * 1024;
/** The longest transcript with six bytes for each escaped character, and the other fields. */
export const MAX_TRANSCRIPT_BODY_BYTES =
	6 * MAX_TRANSCRIPT_CHARS + MAX_BODY_BYTES;

/** Limits the part of a field's name that a sentence repeats. */
const MAX_SHOWN_CHARS = 40;

/**
 * Reads the request's body up to a limit and checks it. Throws a ProblemError that names
 * the fields. A route for members identifies the caller first.
 */
export async function readJson<S extends z.ZodType>(
	c: Context<AppEnv>,
	schema: S,
	max_bytes: number = MAX_BODY_BYTES,
): Promise<z.infer<S>> {
	return parse(await readText(c, max_bytes), schema);
}

/** The same for a body that may be missing. */
export async function readOptionalJson<S extends z.ZodType>(
	c: Context<AppEnv>,
	schema: S,
	max_bytes: number = MAX_BODY_BYTES,
): Promise<z.infer<S>> {
	return parse((await readText(c, max_bytes)).trim() || "{}", schema);
}

function parse<S extends z.ZodType>(text: string, schema: S): z.infer<S> {
	let value: unknown;
	try {
		value = parseUntrustedJson(text);
	} catch (error) {
		if (error instanceof TooDeep)
			throw problem("too_deep", { values: { levels: MAX_JSON_DEPTH } });
		throw problem("not_json");
	}
	const repeated = findRepeatedKey(text);
	if (repeated !== null)
		throw problem("repeated_field", {
			values: { field: repeated.slice(0, MAX_SHOWN_CHARS) },
		});
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const errors = fieldErrors(parsed.error);
	throw invalidBody(errors);
}

function invalidBody(errors: FieldError[]): ProblemError {
	const [first] = errors;
	const field = first?.pointer.slice(1).replaceAll("_", " ") ?? "";
	return field && first
		? problem("invalid_body", {
				values: { field, reason: first.detail },
				errors,
			})
		: problem("invalid_body/shape", { errors });
}

async function readText(
	c: Context<AppEnv>,
	max_bytes: number,
): Promise<string> {
	if (saysLarger(c, max_bytes)) throw tooLarge(max_bytes);
	const body = c.req.raw.body;
	if (!body) return "";
	const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return text + decoder.decode();
		bytes += value.byteLength;
		if (bytes > max_bytes) {
			await reader.cancel();
			throw tooLarge(max_bytes);
		}
		text += decoder.decode(value, { stream: true });
	}
}

/** Whether Content-Length exceeds the limit; a chunked request has none. */
export function saysLarger(c: Context<AppEnv>, max_bytes: number): boolean {
	return Number(c.req.header("content-length") ?? 0) > max_bytes;
}

function tooLarge(max_bytes: number): ProblemError {
	return problem("too_large", {
		values: { kb: Math.round(max_bytes / 1024) },
	});
}

/**
 * The first field that an object of this valid JSON text names twice, or null. Two
 * parsers may read such a text differently.
 */
export function findRepeatedKey(json: string): string | null {
	/** The names in each open object, null before its first; an array has none. */
	const open: (Set<string> | null)[] = [];
	for (let at = 0; at < json.length; at += 1) {
		const char = json[at];
		if (opens(char)) open.push(null);
		if (closes(char)) open.pop();
		if (char !== '"') continue;
		const end = endOfString(json, at);
		if (isKey(json, end)) {
			const key = JSON.parse(json.slice(at, end)) as string;
			const keys = open.at(-1) ?? new Set();
			if (keys.has(key)) return key;
			open[open.length - 1] = keys.add(key);
		}
		at = end - 1;
	}
	return null;
}

/** In valid JSON only a field's name is followed by a colon. */
function isKey(json: string, end: number): boolean {
	let at = end;
	while (isSpace(json[at])) at += 1;
	return json[at] === ":";
}

function isSpace(char: string | undefined): boolean {
	return char === " " || char === "\n" || char === "\r" || char === "\t";
}
