import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FakeCall, FakeKind, FakeReply, Wire } from "./ai-wires.ts";

/** A model's text that is not the expected JSON. */
export class RawText {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** The models' answers by task: the object to send as JSON, or a RawText. */
export type FakeAnswers = Record<FakeKind, (call: FakeCall) => unknown>;

const SEGMENT_SECONDS = 10;
const SHORTEST_STATEMENT = 20;

/** A score from 0 to 100, always the same for one provider and statement. */
export function fakeScore(provider: string, statement: string): number {
	const digest = createHash("sha256").update(`${provider}:${statement}`);
	return digest.digest().readUInt16BE(0) % 101;
}

export const DEFAULT_ANSWERS: FakeAnswers = {
	rate: ({ provider, statement }) => ({
		score: fakeScore(provider, statement ?? ""),
		confidence: 80,
		explanation: `${provider} looked at ${(statement ?? "").length} characters.`,
		sources: ["https://www.who.int/news-room", "nasa.gov"],
	}),
	/** Searches for every statement in its own words. */
	plan: ({ passages }) => ({
		plans: passages.map((statement, index) => ({
			statement: index + 1,
			neutral: statement,
			opposing: statement,
			kind: "other",
			time_sensitive: false,
		})),
	}),
	/** Every wording says what was said. */
	check_wording: ({ passages }) => ({
		checks: passages.map((_, index) => ({ statement: index + 1, says: "same" })),
	}),
	/** Cites the first sentence of the first passage as support; a heading is none. */
	rate_by_evidence: ({ provider, passages }) => ({
		verdict: "supported",
		when_said: "supported",
		today: "same",
		score: 10,
		confidence: 80,
		missing: "",
		next_query: "",
		explanation: `${provider} read ${passages.length} passages.`,
		citations: [
			{
				passage: "P1",
				stance: "supports",
				quote: /[^.\n]+(?=\.)/.exec(passages[0] ?? "")?.[0] ?? "",
			},
		],
		lean: { score: 60, confidence: 40 },
	}),
	/** Confirms the verdict that follows from the fake's own ratings. */
	check_support: ({ rated }) => ({
		shows: confirmationOf(rated),
		missing_part: "",
		probability: 90,
	}),
	/** Extracts the transcript's longer sentences word for word. */
	extract: ({ transcript, limit }) => ({
		statements: (transcript ?? "")
			.split(/(?<=[.!?])\s+|\n+/)
			.map((sentence) => sentence.trim())
			.filter((sentence) => sentence.length > SHORTEST_STATEMENT)
			.slice(0, limit)
			.map((sentence, index) => ({
				content: sentence,
				quote: sentence,
				importance: Math.max(1, 90 - index),
			})),
	}),
	test: () => ({ ready: true }),
	transcribe: ({ clip }) => {
		const { start, end } = clip ?? { start: 0, end: 0 };
		const count = Math.ceil((end - start) / SEGMENT_SECONDS);
		return {
			language: "en",
			segments: Array.from({ length: count }, (_, index) => {
				const at = start + index * SEGMENT_SECONDS;
				return {
					start: `${Math.floor(at / 60)}:${String(at % 60).padStart(2, "0")}`,
					text: `At second ${at} the speaker names a figure of ${at} percent.`,
				};
			}),
		};
	},
};

function confirmationOf(rated: readonly string[]): string {
	const given = rated.filter((it) => !it.startsWith("not_"));
	if (given.length === 0) return "all";
	const isMost = (verdict: string) =>
		given.filter((it) => it === verdict).length * 2 > given.length;
	if (isMost("refuted")) return "contrary";
	return isMost("supported") ? "all" : "part";
}

const WRONG_TYPES: Record<FakeKind, unknown> = {
	rate: { score: { value: 3 }, confidence: "high", explanation: 7, sources: 1 },
	rate_by_evidence: { verdict: 3, score: "x", citations: 1 },
	check_support: { shows: 1, probability: "high" },
	plan: { plans: "none" },
	check_wording: { checks: "none" },
	extract: { statements: "none" },
	test: { ready: 1 },
	transcribe: { language: 5, segments: { start: "0:00" } },
};

/** How a provider fails, named after what the client sees. */
export type Fault =
	| "truncated"
	| "fenced"
	| "html"
	| "wrong_types"
	| "missing_score"
	| "empty"
	| "empty_body"
	| "huge"
	| "slow_drip"
	| "reset"
	| "hang_up"
	| "reported_error"
	| "refusal"
	| "redirect"
	| "never_answers"
	| SaidText
	| FaultyStatus;

/** The exact text of the model's answer. */
type SaidText = { said: string };

type FaultyStatus = {
	status: number;
	/** Sent unchanged: seconds or an HTTP date. */
	retry_after?: string;
	/** The target of a redirect. */
	location?: string;
	retry_after_ms?: string;
	/** Google's retry delay in the body, such as "2s". */
	retry_delay?: string;
	/** The vendor's error code; "unsupported:<name>" refuses a parameter. */
	code?: string;
};

const HUGE_CHARS = 10 * 1_024 * 1_024;
const DRIP_MS = 20;
const HTML = "<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>";

type Sending = { call: FakeCall; wire: Wire; answers: FakeAnswers; response: ServerResponse };

/** Answers one call, normally or with a fault. */
export async function sendReply(sending: Sending, fault: Fault | null): Promise<void> {
	const { wire, response, call } = sending;
	const body = JSON.stringify(wire.write(replyTo(sending, fault)));
	if (isStatus(fault)) return sendStatus(sending, fault);
	switch (fault) {
		case "html":
			return send(sending, 200, HTML, "text/html");
		case "empty_body":
			return send(sending, 200, "");
		case "reported_error":
			return send(sending, 200, JSON.stringify(wire.error(500)));
		case "redirect":
			response.setHeader("location", "http://127.0.0.1:1/elsewhere");
			return send(sending, 302, "");
		case "never_answers":
			return;
		case "hang_up":
			response.destroy();
			return;
		case "reset": {
			call.status = 200;
			response.writeHead(200, { "content-type": "application/json" });
			response.write(body.slice(0, body.length / 2), () => response.destroy());
			return;
		}
		case "slow_drip":
			return drip(sending, body);
		default:
			return send(sending, 200, body);
	}
}

function replyTo({ call, answers }: Sending, fault: Fault | null): FakeReply {
	const words = isSaid(fault) ? null : saying(call, answers, fault);
	const whole = isSaid(fault)
		? fault.said
		: words instanceof RawText
			? words.text
			: JSON.stringify(words);
	const text =
		fault === "truncated"
			? whole.slice(0, whole.length / 2)
			: fault === "fenced"
				? `Here is my {verdict}:\n\n\`\`\`json\n${whole}\n\`\`\`\nI hope it helps.`
				: fault === "empty"
					? ""
					: whole;
	return {
		model: call.model,
		text,
		end: fault === "truncated" ? "cut" : fault === "refusal" ? "refused" : "whole",
		input_tokens: 300,
		output_tokens: 100,
	};
}

function isStatus(fault: Fault | null): fault is FaultyStatus {
	return typeof fault === "object" && fault !== null && "status" in fault;
}

function isSaid(fault: Fault | null): fault is SaidText {
	return typeof fault === "object" && fault !== null && "said" in fault;
}

function saying(call: FakeCall, answers: FakeAnswers, fault: Fault | null) {
	if (fault === "wrong_types") return WRONG_TYPES[call.kind];
	const answer = answers[call.kind](call);
	if (fault === "missing_score") return { ...Object(answer), score: undefined };
	if (fault === "huge") return { ...Object(answer), explanation: "x".repeat(HUGE_CHARS) };
	return answer;
}

function sendStatus(sending: Sending, fault: FaultyStatus): void {
	const { wire, response } = sending;
	if (fault.retry_after) response.setHeader("retry-after", fault.retry_after);
	if (fault.retry_after_ms) response.setHeader("retry-after-ms", fault.retry_after_ms);
	if (fault.location) response.setHeader("location", fault.location);
	const body = wire.error(fault.status, fault.code, fault.retry_delay);
	send(sending, fault.status, JSON.stringify(body));
}

function send(
	{ call, response }: Sending,
	status: number,
	body: string,
	type = "application/json",
): void {
	call.status = status;
	response.writeHead(status, { "content-type": type });
	response.end(body);
}

/** Never ends by itself. */
async function drip({ call, response }: Sending, body: string): Promise<void> {
	call.status = 200;
	response.writeHead(200, { "content-type": "application/json" });
	for (let sent = 0; !response.destroyed; sent += 1) {
		response.write(body[sent] ?? " ");
		await sleep(DRIP_MS);
	}
}
