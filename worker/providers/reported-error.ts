import { durationMs } from "#outbound/durations.ts";
import { tryParseJson } from "#text/untrusted-json.ts";

/** An error as any server tells it. */
export type ReportedError = {
	/** All texts in it, those first that name what is refused. */
	text: string;
	/** The vendors' codes and types, such as "insufficient_quota". */
	codes: readonly string[];
	/** The innermost status that stands in the body; null if none does. */
	status: number | null;
	/** The pause that it asks for, in milliseconds; null if it asks for none. */
	wait_ms: number | null;
	/** When a proxy's upstream takes requests again, as its header has it; null if it does not say. */
	reset: string | null;
	/** The requests in a minute that it allows; null if it names none. */
	per_minute: number | null;
	/** Whether the limit that it names is one by the day. */
	by_day: boolean;
};

/** Longer messages repeat the request. */
const MAX_TEXT_CHARS = 2_000;
/** Proxies put another server's error into theirs, as an object or as a string. */
const MAX_DEPTH = 8;
/** No vendor's error has as many fields. */
const MAX_FIELDS = 200;

/** Fields that name what is refused. */
const NAMING = new Set(["param", "field", "loc", "parameter"]);
const STATUSES = new Set(["code", "status", "status_code", "statusCode"]);
const TYPES = new Set(["type", "reason"]);
const QUOTAS = new Set(["quotaValue"]);
/** OpenRouter repeats the headers of the server that it asks. */
const RESETS = new Set(["X-RateLimit-Reset", "x-ratelimit-reset"]);
const DELAYS = new Set(["retryDelay", "retry_delay", "retry_after", "retryAfter"]);
/** What a server says of itself or repeats of the request. */
const LEFT_OUT = new Set([
	"@type",
	"input",
	"url",
	"failed_generation",
	"provider_name",
	"user_id",
]);

const PER_MINUTE =
	/(\d{1,7})\s*(?:(?:requests?|req|calls?|RPM)\s*)?(?:\/|per|a|an)\s*min(?:ute)?|(?:RPM|per min(?:ute)?)\)?\W{1,3}limit\W{1,3}(\d{1,7})/i;
const BY_DAY = /per[ -]?day|a day|\/day|daily|\bRPD\b|\bTPD\b/i;
const WAIT = /(?:again|retry|wait|reset)\D{0,24}(\d[\d.\s]*(?:ms|s|m|h)[\w.\s]{0,20})/i;

/**
 * Reads an error in any of the forms that servers send: nested, flat, a list, a string, and another
 * server's inside of it. A body of another kind is read as far as it has such fields.
 */
export function readReportedError(body: unknown): ReportedError {
	const fields = [...fieldsOf("error", body, MAX_DEPTH)].slice(0, MAX_FIELDS);
	const values = (keys: ReadonlySet<string>) =>
		fields.flatMap(([key, value]) => (keys.has(key) ? [value] : []));
	const texts = (keys: ReadonlySet<string>) => values(keys).filter((it) => typeof it === "string");
	const telling = fields.flatMap(([key, value]) =>
		typeof value === "string" && !STATUSES.has(key) ? value : [],
	);
	const text = [...new Set([...texts(NAMING), ...telling])].join("\n").slice(0, MAX_TEXT_CHARS);
	const by_day = BY_DAY.test(text);
	const [, before, after] = PER_MINUTE.exec(text) ?? [];
	const [told] = [...values(QUOTAS), before, after].map(Number).filter((it) => it > 0);
	return {
		text,
		codes: [...texts(STATUSES), ...texts(TYPES)],
		status:
			values(STATUSES)
				.map(Number)
				.findLast((it) => it >= 400 && it <= 599) ?? null,
		wait_ms: values(DELAYS).flatMap(delayIn)[0] ?? durationMs(WAIT.exec(text)?.[1] ?? ""),
		reset: values(RESETS).map(String)[0] ?? null,
		per_minute: by_day ? null : (told ?? null),
		by_day,
	};
}

/** The fields at any depth, also of JSON in strings; a delay and a list of names as they are. */
function* fieldsOf(key: string, value: unknown, depth: number): Generator<[string, unknown]> {
	if (depth === 0 || LEFT_OUT.has(key)) return;
	const inner = typeof value === "string" ? tryParseJson(value) : value;
	if (typeof inner !== "object" || inner === null || DELAYS.has(key)) yield [key, value];
	else if (NAMING.has(key) && Array.isArray(inner)) yield [key, inner.join(".")];
	else if (Array.isArray(inner)) for (const item of inner) yield* fieldsOf(key, item, depth - 1);
	else for (const [name, field] of Object.entries(inner)) yield* fieldsOf(name, field, depth - 1);
}

/** A google.rpc duration as "38s" or as its two numbers, or plain seconds. */
function delayIn(value: unknown): number[] {
	if (typeof value === "number") return [value * 1_000];
	if (typeof value === "string") {
		const plain = Number(value);
		return Number.isNaN(plain) ? [durationMs(value) ?? []].flat() : [plain * 1_000];
	}
	if (typeof value !== "object" || value === null) return [];
	const { seconds = 0, nanos = 0 } = value as Record<string, unknown>;
	const ms = Number(seconds) * 1_000 + Number(nanos) / 1_000_000;
	return Number.isFinite(ms) ? [ms] : [];
}

/** Whether a body of status 200 reports an error: proxies send upstream errors so. */
export function reportsError(body: unknown): boolean {
	if (typeof body !== "object" || body === null) return false;
	const { error, choices, object, detail } = body as Record<string, unknown>;
	if (error || object === "error") return true;
	const [choice] = Array.isArray(choices) ? choices : [];
	const has_choice_error = Boolean((choice as { error?: unknown } | undefined)?.error);
	return has_choice_error || (choices === undefined && typeof detail === "string");
}
