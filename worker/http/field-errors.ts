import * as z from "zod";
import { plural } from "#contract/format.ts";
import { nameWithPart, nearestName } from "#text/nearest.ts";
import type { FieldError } from "./problems.ts";

/** Of the unknown fields of an object, as many are named; a body has room for thousands. */
const MAX_NAMED = 10;
/** The maximum length of a field's name that is quoted in a message. */
export const MAX_SHOWN_CHARS = 40;

/** Validates a value that came from outside; on failure, with a sentence for each wrong field. */
export function parseFields<S extends z.ZodType>(
	schema: S,
	value: unknown,
): { data: z.output<S> } | { errors: FieldError[]; issues: z.core.$ZodIssue[] } {
	// With the input, a missing field can be told from one of the wrong type.
	const parsed = schema.safeParse(value, { reportInput: true });
	if (parsed.success) return { data: parsed.data };
	const { issues } = parsed.error;
	// A mistyped name comes first: it explains why the right one is missing.
	const ordered = issues.toSorted((a, b) => Number(isUnknown(b)) - Number(isUnknown(a)));
	return { errors: describeFields(schema, ordered, []), issues };
}

const isUnknown = ({ code }: z.core.$ZodIssue) => code === "unrecognized_keys";

/**
 * The problem's sentence for a field. It names the field, unless the instruction already does:
 * "Enter your full name.", "Password: use at least 8 characters.", "models[0] must be a string."
 */
export function fieldSentence({ pointer, detail }: FieldError): string {
	const [top = "", ...inner] = pointer.slice(1).split("/");
	const path = inner.reduce(
		(at, part) => at + (/^\d+$/.test(part) ? `[${part}]` : `.${part}`),
		top,
	);
	if (detail === REQUIRED) return `${path} is required.`;
	const continued = detail.charAt(0).toLowerCase() + detail.slice(1);
	if (detail.startsWith("Must ")) return `${path} ${continued}`;
	const words = top.replaceAll("_", " ");
	if (detail.startsWith('"') || (detail.startsWith("Enter ") && detail.includes(words)))
		return detail;
	const name = inner.length === 0 ? words.charAt(0).toUpperCase() + words.slice(1) : path;
	return `${name}: ${continued}`;
}

function describeFields(
	schema: z.ZodType,
	issues: readonly z.core.$ZodIssue[],
	within: string[],
): FieldError[] {
	return issues.flatMap((issue) => {
		const path = [...within, ...issue.path.map(String)];
		if (issue.code === "unrecognized_keys")
			return describeUnknown(schema, issue.keys, path, missingBeside(issue, issues));
		if (issue.code === "invalid_union") {
			const closest = closestShape(issue.errors);
			if (closest) return describeFields(schema, closest, path);
		}
		return [{ pointer: `/${path.join("/")}`, detail: describeIssue(issue) }];
	});
}

/** The one required field that is missing in the same object; null if there are none or several. */
function missingBeside({ path }: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]) {
	const missing = issues.filter(
		(it) =>
			it.code === "invalid_type" &&
			it.input === undefined &&
			it.path.slice(0, -1).join() === path.join(),
	);
	return missing.length === 1 ? String(missing[0]?.path.at(-1)) : null;
}

function describeUnknown(
	schema: z.ZodType,
	keys: string[],
	path: string[],
	missing: string | null,
): FieldError[] {
	// A list's items have no name.
	const within = path.filter((part) => !/^\d+$/.test(part));
	return keys.slice(0, MAX_NAMED).map((key) => {
		const name = key.slice(0, MAX_SHOWN_CHARS);
		return {
			pointer: `/${[...path, name].join("/")}`,
			detail: `"${name}" is unknown here. ${describeUnknownField(schema, within, name, missing)}`,
		};
	});
}

/** Of several shapes, the one that the value is closest to; undefined if it resembles none. */
function closestShape(shapes: readonly z.core.$ZodIssue[][]) {
	const [closest] = shapes
		.filter((issues) => !issues.every(isOtherKind))
		.toSorted((a, b) => a.length - b.length);
	return closest;
}

function isOtherKind({ code, path }: z.core.$ZodIssue): boolean {
	return path.length === 0 && (code === "invalid_type" || code === "invalid_value");
}

const REQUIRED = "Required.";

/** What to enter into an empty form field, by field. */
const ENTER: Partial<Record<string, string>> = {
	full_name: "Enter your full name.",
	email: "Enter your email address.",
	name: "Enter a name.",
	url: "Enter a link.",
	body: "Enter a text.",
	code: "Enter the code.",
};

/** Describes how to fix the value, shown beside the field. */
function describeIssue(issue: z.core.$ZodIssue): string {
	const field = String(issue.path.at(-1) ?? "");
	switch (issue.code) {
		case "too_small":
			if (issue.origin === "string" && Number(issue.minimum) === 1)
				return ENTER[field] ?? "Fill in this field.";
			return describeLimit("at least", issue.minimum, issue.origin);
		case "too_big":
			return describeLimit("at most", issue.maximum, issue.origin);
		// The parser's own message would quote the whole regular expression.
		case "invalid_format":
			return (
				WRITTEN[field] ?? WRITTEN[issue.format] ?? "Copy this again: it is incomplete or altered."
			);
		case "custom":
			return issue.message;
		default:
			return issue.input === undefined ? REQUIRED : `Must be ${describeWanted(issue)}.`;
	}
}

/** What a value has to be, for example "a string" or "one of read, write". */
function describeWanted(issue: z.core.$ZodIssue): string {
	if (issue.code === "invalid_type") return KINDS[issue.expected] ?? issue.expected;
	if (issue.code === "invalid_union")
		return issue.errors.map(([first]) => first && describeWanted(first)).join(" or ");
	if (issue.code !== "invalid_value") return "written as the API reference describes";
	const values = issue.values.map(shownValue);
	return values.length === 1 ? values.join() : `one of ${values.join(", ")}`;
}

/** A sign alone would be read as the sentence's own. */
function shownValue(value: unknown): string {
	if (value === "") return "empty";
	return /[\p{L}\p{N}]/u.test(String(value)) ? String(value) : `"${value}"`;
}

const KINDS: Partial<Record<string, string>> = {
	array: "a list",
	boolean: "true or false",
	int: "a whole number",
	null: "null",
	number: "a number",
	object: "an object",
	string: "a string",
};

/** How to write a value, by field or by format. Other formats are of texts that programs pass on. */
const WRITTEN: Partial<Record<string, string>> = {
	email: "Enter an email address such as name@example.org.",
	channel_id: "Enter a channel id: UC and 22 more characters.",
	url: "Enter a whole address, beginning with https://.",
	datetime: "Enter a time in UTC such as 2027-01-31T12:00:00Z.",
};

const UNITS: Partial<Record<string, string>> = { string: "character", array: "item" };

function describeLimit(bound: string, count: number | bigint, of: string): string {
	const unit = UNITS[of];
	return unit === undefined
		? `Must be ${bound} ${count}.`
		: `Use ${bound} ${plural(Number(count), unit)}.`;
}

/** Where a field stands in a request: its own name, after those of the objects that it is in. */
type Place = readonly string[];

/**
 * What the sender of an unknown field probably meant, as a sentence: a known field of that name
 * elsewhere, one with a similar name, or the one that is missing. `within` are the objects that the
 * field was sent in.
 */
function describeUnknownField(
	schema: z.ZodType,
	within: readonly string[],
	name: string,
	missing: string | null,
): string {
	const places = listPlaces(schema);
	const elsewhere = places.find((place) => place.at(-1) === name);
	if (elsewhere) return `It belongs ${describeObject(elsewhere.slice(0, -1))}.`;
	const here = places.filter((place) => place.slice(0, -1).join() === within.join());
	const near =
		findPlace(here, (names) => nearestName(name, names)) ??
		findPlace(places, (names) => nearestName(name, names)) ??
		findPlace(places, (names) => nameWithPart(name, names));
	if (!near) return missing ? `Did you mean "${missing}"?` : "Please leave it out.";
	const shown = here.includes(near) ? near.slice(-1) : near;
	return `Did you mean "${shown.join(".")}"?`;
}

function findPlace(
	places: readonly Place[],
	choose: (names: string[]) => string | null,
): Place | undefined {
	const chosen = choose(places.map((place) => place.at(-1) ?? ""));
	return places.find((place) => place.at(-1) === chosen);
}

function describeObject(path: Place): string {
	return path.length === 0 ? "at the top" : `in "${path.join(".")}"`;
}

/** All fields of the schema. The items of a list count as part of the list's own field. */
function listPlaces(schema: z.ZodType, within: Place = []): Place[] {
	return Object.entries(fieldsOf(schema)).flatMap(([name, field]) => {
		const place = [...within, name];
		return [place, ...listPlaces(field, place)];
	});
}

function fieldsOf(schema: unknown): Record<string, z.ZodType> {
	if (schema instanceof z.ZodObject) return schema.shape;
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
		return fieldsOf(schema.unwrap());
	if (schema instanceof z.ZodDefault) return fieldsOf(schema.unwrap());
	if (schema instanceof z.ZodArray) return fieldsOf(schema.element);
	if (schema instanceof z.ZodUnion) return Object.assign({}, ...schema.options.map(fieldsOf));
	return {};
}
