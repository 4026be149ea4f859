import type * as z from "zod";
import { tryParseJson } from "#text/untrusted-json.ts";
import { badAnswer } from "./call-failure.ts";
import { jsonValues } from "./json-values.ts";

/** The keys under which frameworks and function calls put an answer, beside keys of their own. */
const WRAPPERS = ["output", "result", "response", "answer", "data", "arguments", "parameters"];
/** How many wrappers and strings an answer may stand in. */
const MAX_WRAPPED = 4;

/**
 * Parses a model's text with the schema: an object, in whatever it is wrapped. Uses the last one
 * that fits, because the text before the answer may repeat the question or be a draft. With `list`,
 * the answer is an object with a list of that name; else the list alone, or its items one after the
 * other. Throws CallFailure if none fits.
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>, list?: string): T {
	for (const values of jsonValues(text)) {
		const found =
			lastFitting(values, schema, (value) => objectsIn(value, MAX_WRAPPED, list)) ??
			(list && lastFitting(values, schema, (value) => listsIn(value, list))) ??
			(list && lastFitting([values.filter(isObject)], schema, (items) => itemsAs(list, items)));
		if (found) return found.answer;
	}
	throw badAnswer();
}

function lastFitting<V, T>(
	values: readonly V[],
	schema: z.ZodType<T>,
	formsOf: (value: V) => Iterable<unknown>,
): { answer: T } | undefined {
	return values
		.map((value) => {
			for (const form of formsOf(value)) {
				const result = schema.safeParse(form);
				if (result.success) return { answer: result.data };
			}
			return undefined;
		})
		.findLast((it) => it !== undefined);
}

/** The object itself first, then those inside it. */
function* objectsIn(value: unknown, depth: number, list?: string): Generator<object> {
	if (depth === 0) return;
	const inner = typeof value === "string" ? tryParseJson(value) : value;
	if (!isObject(inner)) return;
	if (Array.isArray(inner)) {
		if (inner.length === 1) yield* objectsIn(inner[0], depth - 1, list);
		return;
	}
	const named = withPlainKeys(inner);
	yield list !== undefined && list in named
		? { ...named, [list]: asList(Reflect.get(named, list)) }
		: named;
	for (const wrapped of unwrap(named)) yield* objectsIn(wrapped, depth - 1, list);
}

/** A list without its name, in whatever it is wrapped. */
function* listsIn(value: unknown, list: string, depth = MAX_WRAPPED): Generator<object> {
	if (depth === 0) return;
	const inner = typeof value === "string" ? tryParseJson(value) : value;
	if (!isObject(inner)) return;
	if (Array.isArray(inner) && inner.length === 0) yield { [list]: [] };
	else if (Array.isArray(inner)) yield* itemsAs(list, inner);
	else for (const wrapped of unwrap(inner)) yield* listsIn(wrapped, list, depth - 1);
}

function* itemsAs(list: string, items: readonly unknown[]): Generator<object> {
	if (items.every(isObject) && items.length > 0) yield { [list]: items.map(withPlainKeys) };
}

/** The values of a single key, or of those that frameworks use. */
function unwrap(value: object): unknown[] {
	const entries = Object.entries(value);
	if (entries.length === 1) return entries.map(([, inner]) => inner);
	return WRAPPERS.flatMap((key) => Reflect.get(value, key) ?? []);
}

/** The same with keys such as "Score" or "next query" as the questions have them. */
function withPlainKeys(value: object): object {
	const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
		key
			.trim()
			.toLowerCase()
			.replace(/[\s-]+/g, "_"),
		inner,
	]);
	const is_same = entries.every(([key]) => Object.hasOwn(value, key));
	return is_same ? value : Object.fromEntries(entries);
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

/**
 * The items of a list in an answer: one object stands for a list of one, an object of numbered
 * objects for a list of them, and a string may be either as JSON. Anything else is returned as it is.
 */
export function asList(value: unknown): unknown {
	if (typeof value === "string") {
		const inner = tryParseJson(value);
		return isObject(inner) ? asList(inner) : value;
	}
	if (!isObject(value) || Array.isArray(value)) return value;
	const entries = Object.entries(value);
	const is_numbered = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
	return is_numbered ? entries.map(([, item]) => item) : [value];
}

/**
 * Places the items of a list that numbers them by "statement", from 1 or from 0; the first of two
 * with one number counts. Items without any number are in order if none is missing. Throws
 * CallFailure if the numbers begin elsewhere: all of them may then be misplaced.
 */
export function placeNumbered<Item>(
	items: readonly unknown[],
	places: number,
	parse: (item: unknown) => Item | null,
): (Item | null)[] {
	const numbers = items.map((item) => (isObject(item) ? statedNumber(item) : null));
	const stated = numbers.filter((it) => it !== null);
	const in_order = stated.length === 0 && items.length === places;
	const first = stated.includes(0) ? 0 : 1;
	// Items too many are left out if the first one is there.
	const may_exceed = first === 1 && stated.includes(1);
	if (!may_exceed && stated.some((it) => it - first >= places)) throw badAnswer();
	const placed: (Item | null)[] = Array.from({ length: places }, () => null);
	items.forEach((item, at) => {
		const place = in_order ? at : (numbers[at] ?? Number.NaN) - first;
		if (place in placed) placed[place] ??= parse(item);
	});
	return placed;
}

/** From 3, "3" or "Statement 3". */
function statedNumber(item: object): number | null {
	const { statement } = item as { statement?: unknown };
	if (typeof statement === "number") return Number.isInteger(statement) ? statement : null;
	const digits = /^\D{0,12}(\d{1,4})\D?$/.exec(typeof statement === "string" ? statement : "")?.[1];
	return digits === undefined ? null : Number(digits);
}
