import type { JobOutcome } from "#features/operations/jobs.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Settings } from "./env.ts";

type LogLevel = Settings["LOG_LEVEL"];

type Fields = Record<string, unknown>;

/**
 * The logged fields of a request. The route is logged instead of the address, which may contain
 * ids.
 */
type LoggedRequest = {
	method: string;
	route: string;
	status: number;
	/** The problem's code if the request failed. */
	problem?: string;
	/** The time until the response headers are sent, because a stream may stay open for hours. */
	duration_ms: number;
	request_id: string;
};

/** People notice a wait of this length. */
const SLOW_MS = 2_000;

const WRITE = { error: console.error, warn: console.warn, info: console.log } satisfies Record<
	LogLevel,
	(line: string) => void
>;

/**
 * Writes one line of JSON. An `error` among the fields is logged without the values that its
 * message quotes.
 */
function write(level: LogLevel, message: string, fields: Fields): void {
	const { error, ...rest } = fields;
	const described = error === undefined ? {} : describeError(error);
	const time = new Date().toISOString();
	WRITE[level](JSON.stringify({ time, level, message, ...rest, ...described }));
}

/** Logs a failure that an operator has to know about. */
export function logError(message: string, fields: Fields): void {
	write("error", message, fields);
}

/** Logs a failure that the program handles itself. */
export function log(message: string, fields: Fields): void {
	write("warn", message, fields);
}

export type Log = ReturnType<typeof createLog>;

/** A log that omits messages below the operator's level. */
export function createLog(most: LogLevel) {
	const info = (message: string, fields: Fields) => {
		if (most === "info") write("info", message, fields);
	};
	const warn = (message: string, fields: Fields) => {
		if (most !== "error") write("warn", message, fields);
	};
	return {
		info,
		/** For external failures that the product can tolerate. */
		warn,
		request(request: LoggedRequest) {
			const { status, duration_ms } = request;
			const notable = status >= 500 || duration_ms >= SLOW_MS;
			if (!notable) info("request", request);
			else warn("request", request);
		},
		job(outcome: JobOutcome, error: unknown) {
			if (outcome.ok) info("job", outcome);
			else logError("job", { ...outcome, error });
		},
	};
}

/** The maximum depth of an error's causes that are logged. */
const MAX_CAUSES = 3;
const MAX_FRAMES = 12;

type DescribedError = { error: string; stack?: string };

/** Returns an error's name, message and stack without the values that the message quotes. */
export function describeError(error: unknown): DescribedError {
	const messages: string[] = [];
	let left = error;
	while (left !== undefined && left !== null && messages.length < MAX_CAUSES) {
		messages.push(safeText(String(left)));
		left = left instanceof Error ? left.cause : undefined;
	}
	const described = { error: messages.join(" <- ") };
	const stack = error instanceof Error ? stackFrames(error) : "";
	return stack ? { ...described, stack } : described;
}

/** Removes the message, which is the stack's first part. */
function stackFrames({ stack = "" }: Error): string {
	return stack
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line.startsWith("at "))
		.slice(0, MAX_FRAMES)
		.join("\n");
}

/** A longer message quotes a value. */
const MAX_CHARS = 500;
/** Longer than any real address. Parsing longer text is slow. */
const MAX_URL_CHARS = 2_000;

type Rule = (text: string) => string;

/**
 * Applied in order, because an earlier rule removes text that a later one would split. Each
 * pattern must match from the first character of a run. Otherwise a long run would be scanned
 * again from each of its characters.
 */
const RULES: Rule[] = [
	// The database client appends the query's parameters.
	(text) => text.replace(/\n?params: [\s\S]*$/, ""),
	withoutQuotedJson,
	(text) =>
		text.replace(
			/(?<![a-z0-9+.-])([0-9+.-]*)([a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+)/gi,
			(_, before: string, url: string) => before + readHost(url),
		),
	(text) => text.replace(/(?<![^\s@"'<>()])[^\s@"'<>()]+@[^\s@"'<>()]+/g, "[email]"),
	(text) => text.replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "[address]"),
	(text) => text.replace(/(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}/gi, "[address]"),
	(text) => text.replace(/"[^"]{40,}"/g, '"…"'),
	// Session tokens, keys and codes are long and mix letters with digits.
	(text) => text.replace(/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/gi, "[token]"),
];

/**
 * Makes a text safe for the log. Removes mail and network addresses, tokens, stored values, and
 * the path and query of URLs, and truncates the result.
 */
export function safeText(text: string): string {
	const safe = RULES.reduce((left, rule) => rule(left), text);
	return safe.length > MAX_CHARS ? `${safe.slice(0, MAX_CHARS)}…` : safe;
}

/** JSON.parse quotes its input in the middle of its message, which ends with the word JSON. */
function withoutQuotedJson(text: string): string {
	const from = text.search(/Unexpected (?:non-whitespace|token|number|string)/);
	const named = text.lastIndexOf("JSON");
	if (from < 0 || named < from) return text;
	const rest = text.slice(named).replace(/^\S+/, "");
	return `${text.slice(0, from)}Not JSON${rest}`;
}

function readHost(url: string): string {
	const host = url.length <= MAX_URL_CHARS ? parseUrl(url)?.host : undefined;
	return host === undefined ? "[url]" : `[${host}]`;
}
