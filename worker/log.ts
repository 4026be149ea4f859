import type { JobOutcome } from "#features/operations/jobs.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Settings } from "./env.ts";

type LogLevel = Settings["LOG_LEVEL"];

type Fields = Record<string, unknown>;

/** A request as it stands in the log: by its route, not by its address. */
type LoggedRequest = {
	method: string;
	route: string;
	status: number;
	/** Until the answer's headers: a stream may go on for hours. */
	duration_ms: number;
	request_id: string;
};

/** Whoever waits this long wonders whether anything happens. */
const SLOW_MS = 2_000;

const WRITE = {
	error: console.error,
	warn: console.warn,
	info: console.log,
} satisfies Record<LogLevel, (line: string) => void>;

/** One line of JSON for the operator; an `error` among the fields is told without what it quotes. */
function write(level: LogLevel, message: string, fields: Fields): void {
	const { error, ...rest } = fields;
	const told = error === undefined ? {} : describeError(error);
	const time = new Date().toISOString();
	WRITE[level](JSON.stringify({ time, level, message, ...rest, ...told }));
}

/** What failed, and somebody should know. */
export function logError(message: string, fields: Fields): void {
	write("error", message, fields);
}

/** What went wrong, and is being dealt with. */
export function log(message: string, fields: Fields): void {
	write("warn", message, fields);
}

export type Log = ReturnType<typeof createLog>;

/** What is told depends on how much the operator wants to read. */
export function createLog(most: LogLevel) {
	const info = (message: string, fields: Fields) => {
		if (most === "info") write("info", message, fields);
	};
	const warn = (message: string, fields: Fields) => {
		if (most !== "error") write("warn", message, fields);
	};
	return {
		info,
		/** What went wrong outside, and the product does without. */
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

/** An error that was thrown for an error that was thrown for an error. */
const MAX_CAUSES = 3;
const MAX_FRAMES = 12;

type DescribedError = { error: string; stack?: string };

/** What went wrong and where, without what it went wrong with. */
export function describeError(error: unknown): DescribedError {
	const messages: string[] = [];
	let left = error;
	while (left !== undefined && left !== null && messages.length < MAX_CAUSES) {
		messages.push(safeText(String(left)));
		left = left instanceof Error ? left.cause : undefined;
	}
	const described = { error: messages.join(" <- ") };
	const stack = error instanceof Error ? framesOf(error) : "";
	return stack ? { ...described, stack } : described;
}

/** The message stands on top of a stack as it is. */
function framesOf({ stack = "" }: Error): string {
	return stack
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line.startsWith("at "))
		.slice(0, MAX_FRAMES)
		.join("\n");
}

/** A sentence of an error has fewer; what is longer quotes something. */
const MAX_CHARS = 500;
/** Longer than any address that a program asks; a parser's work grows faster than a URL. */
const MAX_URL_CHARS = 2_000;

type Rule = (text: string) => string;

/**
 * In order: the earlier ones take what the later ones would leave half of. A
 * long run of what a pattern begins with is looked at from its first character
 * alone: else it would be read again from each of them.
 */
const RULES: Rule[] = [
	// The database's client appends the values that a query was run with.
	(text) => text.replace(/\n?params: [\s\S]*$/, ""),
	withoutQuotedJson,
	(text) =>
		text.replace(
			/(?<![a-z0-9+.-])([0-9+.-]*)([a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+)/gi,
			(_, before: string, url: string) => before + hostOf(url),
		),
	(text) =>
		text.replace(/(?<![^\s@"'<>()])[^\s@"'<>()]+@[^\s@"'<>()]+/g, "[email]"),
	(text) => text.replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "[address]"),
	(text) => text.replace(/(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}/gi, "[address]"),
	(text) => text.replace(/"[^"]{40,}"/g, '"…"'),
	// Session tokens, keys and codes are long and mix letters with digits.
	(text) =>
		text.replace(
			/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/gi,
			"[token]",
		),
];

/**
 * A text that others had a hand in, as it may stand in a log: without mail and
 * network addresses, tokens, what stands behind a URL's host, or what was being
 * stored, and cut to a length.
 */
export function safeText(text: string): string {
	const safe = RULES.reduce((left, rule) => rule(left), text);
	return safe.length > MAX_CHARS ? `${safe.slice(0, MAX_CHARS)}…` : safe;
}

/** JSON.parse quotes the text it was given, and names its own language last. */
function withoutQuotedJson(text: string): string {
	const from = text.search(/Unexpected (?:non-whitespace|token|number|string)/);
	const named = text.lastIndexOf("JSON");
	if (from < 0 || named < from) return text;
	const rest = text.slice(named).replace(/^\S+/, "");
	return `${text.slice(0, from)}Not JSON${rest}`;
}

function hostOf(url: string): string {
	const host = url.length <= MAX_URL_CHARS ? parseUrl(url)?.host : undefined;
	return host === undefined ? "[url]" : `[${host}]`;
}
