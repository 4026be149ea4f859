import type { Context } from "hono";
import * as z from "zod";
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
import { fieldSentence, MAX_SHOWN_CHARS, parseFields } from "./field-errors.ts";
import { type FieldError, type ProblemError, problem } from "./problems.ts";

/** Enough for forms, links and settings. */
export const MAX_BODY_BYTES = 16 * 1024;
/** Fits a creator's longest response with every character escaped. Only transcripts are larger. */
export const MAX_RESPONSE_BODY_BYTES = 64 * 1024;
/** Fits the longest transcript with six bytes for each escaped character, and the other fields. */
export const MAX_TRANSCRIPT_BODY_BYTES = 6 * MAX_TRANSCRIPT_CHARS + MAX_BODY_BYTES;

/**
 * Reads the request's body up to a limit and validates it. Throws a ProblemError that names the
 * invalid fields.
 */
export async function readJson<S extends z.ZodType>(
	c: Context<AppEnv>,
	schema: S,
	max_bytes: number = MAX_BODY_BYTES,
): Promise<z.infer<S>> {
	const text = await readText(c, max_bytes);
	if (schema instanceof z.ZodOptional && text.trim() === "") return schema.parse(undefined);
	return parse(text, schema);
}

function parse<S extends z.ZodType>(text: string, schema: S): z.infer<S> {
	let value: unknown;
	try {
		value = parseUntrustedJson(text);
	} catch (error) {
		if (error instanceof TooDeep) throw problem("too_deep", { values: { levels: MAX_JSON_DEPTH } });
		throw problem("not_json");
	}
	const repeated = findRepeatedKey(text);
	if (repeated !== null)
		throw problem("repeated_field", { values: { field: repeated.slice(0, MAX_SHOWN_CHARS) } });
	const parsed = parseFields(schema, value);
	if ("data" in parsed) return parsed.data;
	throw invalidBody(parsed.errors);
}

function invalidBody(errors: FieldError[]): ProblemError {
	const [first] = errors;
	return first && first.pointer !== "/"
		? problem("invalid_body", { values: { sentence: fieldSentence(first) }, errors })
		: problem("invalid_body/shape", { errors });
}

async function readText(c: Context<AppEnv>, max_bytes: number): Promise<string> {
	if (saysLarger(c, max_bytes)) throw tooLarge(max_bytes);
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for await (const chunk of bodyChunks(c.req.raw)) {
		bytes += chunk.byteLength;
		if (bytes > max_bytes) throw tooLarge(max_bytes);
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}

/**
 * Each piece costs ten microseconds, and more if the body is read twice, even if it has one byte.
 * The largest body has 600 pieces if its client does not split it.
 */
const MAX_PIECES = 10_000;

/**
 * Yields the body of a request; who stops early drops the rest. Throws a ProblemError if the
 * client splits it into too many pieces, ends it too soon or sends what is not HTTP, which the
 * runtime reports as a failure.
 */
export async function* bodyChunks({ body }: Request): AsyncGenerator<Uint8Array, void> {
	if (!body) return;
	const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
	try {
		for (let pieces = 0; ; pieces += 1) {
			const { done, value } = await reader.read().catch((cause: unknown) => {
				throw problem("invalid_body/broken_off", { cause });
			});
			if (done) return;
			if (pieces >= MAX_PIECES) throw problem("invalid_body/pieces");
			yield value;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

/** Whether Content-Length exceeds the limit. A chunked request has no Content-Length. */
export function saysLarger(c: Context<AppEnv>, max_bytes: number): boolean {
	return Number(c.req.header("content-length") ?? 0) > max_bytes;
}

function tooLarge(max_bytes: number): ProblemError {
	return problem("too_large", { values: { kb: Math.round(max_bytes / 1024) } });
}

/**
 * Finds the first field that occurs twice in an object of this valid JSON text, or null. Such a
 * text is rejected, because two parsers may interpret it differently.
 */
export function findRepeatedKey(json: string): string | null {
	/** The field names of each open object; null for arrays and before an object's first field. */
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

/** In valid JSON, only a field's name is followed by a colon. */
function isKey(json: string, end: number): boolean {
	let at = end;
	while (isSpace(json[at])) at += 1;
	return json[at] === ":";
}

function isSpace(char: string | undefined): boolean {
	return char === " " || char === "\n" || char === "\r" || char === "\t";
}
