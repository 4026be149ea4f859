import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, statSync, truncateSync } from "node:fs";
import * as z from "zod";
import { readBytes } from "#outbound/bounded-body.ts";
import { OutboundError, type OutboundFetch } from "#outbound/outbound.ts";
import { SetError } from "./load-set.ts";

/** What a run was made with, and what it needs to be repeated. No secret is in it. */
export const RunDescription = z.strictObject({
	set: z.string(),
	split: z.string(),
	/** Of the set's file, or of the own set. */
	sha256: z.string(),
	evidence: z.enum(["none", "fixed", "gold", "live"]),
	seed: z.number(),
	as_of: z.string(),
	limit: z.number().nullable(),
	panel: z.array(z.string()),
	/** Settings without secrets, and the names of those that are secret. */
	settings: z.record(z.string(), z.string()),
	keys: z.array(z.string()),
});
export type RunDescription = z.infer<typeof RunDescription>;

const ERRORS = ["timeout", "too_large", "network", "redirect", "aborted"] as const;
const Recorded = z.object({
	key: z.string(),
	ms: z.number(),
	status: z.number().int().optional(),
	headers: z.record(z.string(), z.string()).default({}),
	body: z.string().default(""),
	/** Of a body that is no UTF-8. */
	base64: z.boolean().default(false),
	error: z.enum(ERRORS).optional(),
});
type Recorded = z.input<typeof Recorded>;

/** The answers of a run's calls, by request. */
export type Recording = {
	description: RunDescription | null;
	find: (key: string) => z.infer<typeof Recorded> | null;
	/** Stored at once, so that no answer is paid for twice if the run breaks off. */
	keep: (answer: Recorded) => void;
};

/** A string may hold no more. */
const MAX_RECORDING_BYTES = 512 * 1_024 * 1_024 - 64;
/** What the product reads of an answer's headers. */
const KEPT_HEADERS = /^(?:content-type|location|retry-after(?:-ms)?)$/;

/** Answers that are kept nowhere. */
export function createRecording(): Recording {
	const answers = new Map<string, z.infer<typeof Recorded>>();
	return {
		description: null,
		find: (key) => answers.get(key) ?? null,
		keep: (answer) => {
			answers.set(answer.key, Recorded.parse(answer));
		},
	};
}

/** A run's answers from a file. The last line may be cut off, as by a crash. */
export function readRecording(file: string): Recording {
	if (!existsSync(file)) throw new SetError(`There is no recording ${file}.`);
	const [first = "", ...lines] = readBounded(file).toString("utf8").split("\n");
	const recording = createRecording();
	recording.description = parseLine(file, 1, first, RunDescription);
	const last = lines.length - 1;
	for (const [at, line] of lines.entries()) {
		if (line === "" || at === last) continue;
		recording.keep(parseLine(file, at + 2, line, Recorded));
	}
	return recording;
}

/** Goes on with the file's answers if it is there, and adds each new one to it. */
export function openRecording(file: string, description: RunDescription): Recording {
	const goes_on = existsSync(file) && dropCutLine(file) > 0;
	const known = goes_on ? readRecording(file) : createRecording();
	if (known.description === null) appendFileSync(file, `${JSON.stringify(description)}\n`);
	else requireSameRun(file, known.description, description);
	return {
		...known,
		description,
		keep: (answer) => {
			known.keep(answer);
			appendFileSync(file, `${JSON.stringify(answer)}\n`);
		},
	};
}

/** Removes a last line that a crash has cut off; answers the bytes that are left. */
function dropCutLine(file: string): number {
	const bytes = readBounded(file);
	const whole = bytes.lastIndexOf("\n") + 1;
	if (whole < bytes.length) truncateSync(file, whole);
	return whole;
}

function readBounded(file: string): Buffer {
	const { size } = statSync(file);
	if (size > MAX_RECORDING_BYTES)
		throw new SetError(`${file} has ${size} bytes; at most ${MAX_RECORDING_BYTES} are read.`);
	return readFileSync(file);
}

/** Throws if the file's answers are those of another run. */
export function requireSameRun(
	file: string,
	recorded: RunDescription,
	wanted: RunDescription,
): void {
	for (const name of Object.keys(recorded) as (keyof RunDescription)[]) {
		const [is, should] = [recorded[name], wanted[name]].map((it) => JSON.stringify(it));
		if (is !== should)
			throw new SetError(
				`${file} is the recording of another run: its ${name} is ${is}, not ${should}.`,
			);
	}
}

function parseLine<T>(file: string, number: number, line: string, schema: z.ZodType<T>): T {
	try {
		return schema.parse(JSON.parse(line));
	} catch {
		throw new SetError(`${file}, line ${number} is not part of a recording.`);
	}
}

/** A fetch that tells how long the answer took when it was first given. */
export type TimedFetch = (
	...call: Parameters<OutboundFetch>
) => Promise<{ response: Response; ms: number }>;

/** A call whose answer is not in the recording, though no call may be made. */
export class MissingAnswer extends Error {
	override readonly name = "MissingAnswer";
}

/**
 * Answers from the recording, and by `fetch` what is not in it. `scope` is the statement: what
 * other statements ask at the same time does not matter. Without `fetch` no call is made.
 */
export function recordedFetch(
	recording: Recording,
	scope: string,
	fetch: OutboundFetch | null,
): TimedFetch {
	/** A request that is made again after a failure has an answer of its own. */
	const asked = new Map<string, number>();
	return async (url, init, bounds) => {
		const request = requestKey(scope, url, init);
		const turn = asked.get(request) ?? 0;
		asked.set(request, turn + 1);
		const key = `${request}:${turn}`;
		const known = recording.find(key);
		if (known) return replay(known, bounds.granted);
		if (fetch === null)
			throw new MissingAnswer(
				`The recording has no answer for ${scope}: the question is another one, as after a change of the prompt or of the pages.`,
			);
		return record(recording, key, () => fetch(url, init, bounds));
	};
}

/** Parameters that hold a secret, or name the operator. */
const SECRET = /^(?:key|api_?key|token|access_token|email)$/i;

function requestKey(scope: string, url: string, init: RequestInit): string {
	const address = new URL(url);
	for (const name of [...address.searchParams.keys()])
		if (SECRET.test(name)) address.searchParams.delete(name);
	const body = typeof init.body === "string" ? init.body : "";
	const parts = [scope, init.method ?? "GET", address.href, body];
	return createHash("sha256").update(parts.join("\n")).digest("hex");
}

function replay(
	{ ms, status = 200, headers, body, base64, error }: z.infer<typeof Recorded>,
	granted: (() => void) | undefined,
) {
	granted?.();
	if (error) throw Object.assign(new OutboundError(error, error), { ms });
	const bytes = Buffer.from(body, base64 ? "base64" : "utf8");
	const bodiless = [204, 205, 304].includes(status);
	const response = new Response(bodiless ? null : bytes, { status, headers });
	return { response, ms };
}

async function record(recording: Recording, key: string, call: () => Promise<Response>) {
	const began = performance.now();
	const passed = () => Math.round(performance.now() - began);
	try {
		const response = await call();
		const bytes = Buffer.from(await readBytes(response));
		const text = bytes.toString("utf8");
		const base64 = !Buffer.from(text, "utf8").equals(bytes);
		const answer: Recorded = {
			key,
			ms: passed(),
			status: response.status,
			headers: Object.fromEntries(
				[...response.headers].filter(([name]) => KEPT_HEADERS.test(name)),
			),
			body: base64 ? bytes.toString("base64") : text,
			...(base64 && { base64 }),
		};
		recording.keep(answer);
		return replay(Recorded.parse(answer), undefined);
	} catch (error) {
		if (!(error instanceof OutboundError)) throw error;
		const failed: Recorded = { key, ms: passed(), error: error.kind };
		recording.keep(failed);
		return replay(Recorded.parse(failed), undefined);
	}
}
