import { describeError } from "#domain/log/describe-error.ts";
import type { JobOutcome } from "#use-cases/run-jobs.ts";
import type { Settings } from "../env.ts";

export type LogLevel = Settings["LOG_LEVEL"];

type Fields = Record<string, unknown>;

/** A request as it stands in the log: by its route, not by its address. */
export type LoggedRequest = {
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
