import type { IncomingHttpHeaders } from "node:http";
import * as z from "zod";
import type { Provider } from "#contract/ids.ts";

export type FakeKind =
	| "rate"
	| "rate_by_evidence"
	| "check_support"
	| "plan"
	| "check_wording"
	| "extract"
	| "transcribe"
	| "test";

/** A request as the fake parsed it. */
export type FakeCall = {
	provider: Provider;
	kind: FakeKind;
	model: string;
	/** The statement to rate or to read quotes for. */
	statement: string | null;
	/**
	 * The passages of a rating by evidence, the speech and then the quotes of a support check, the
	 * statements of a plan, or the wordings of a check with the speech around them, in order.
	 */
	passages: string[];
	/** The video's title and channel as the prompt has them; null if it has none. */
	video: string | null;
	/** The speech around each statement that has any, in order. */
	spoken: string[];
	/** The transcript window, in an extraction. */
	transcript: string | null;
	/** The number of statements that an extraction asks for. */
	limit: number;
	/** The clip in seconds, in a transcription. */
	clip: { url: string; start: number; end: number } | null;
	/** Without its scheme; null if none was sent. */
	key: string | null;
	/** The parsed JSON body. */
	body: unknown;
	/** The verdicts that the fake's raters last gave the statement. */
	rated: string[];
	/** How many earlier calls had the same provider, kind and text. */
	earlier: number;
	/** Epoch milliseconds with fractions. */
	started_at: number;
	/** null until the response has ended. */
	ended_at: number | null;
	/** null if no headers were sent. */
	status: number | null;
	/** Whether the response was sent completely. */
	sent_whole: boolean;
};

/** The fields that a wire format reads from a request. */
type Asked = Pick<FakeCall, "model" | "clip" | "key"> & { prompt: string; schema: unknown };

type Understood = Pick<
	FakeCall,
	"kind" | "statement" | "passages" | "video" | "spoken" | "transcript" | "limit"
>;

const DEFAULT_LIMIT = 24;
const OF_A_STATEMENT: readonly FakeKind[] = ["rate", "rate_by_evidence", "check_support"];

/** What stands above the texts that a question of the kind lists as its passages. */
const PASSAGES: Partial<Record<FakeKind, RegExp>> = {
	plan: /^Statement \d+:$/,
	check_wording: /^Statement \d+/,
	check_support: /^The speaker's words|^Quote \d+ · /,
};

/** The task of a request, or null. */
export function understand(asked: Asked): Understood | null {
	const kind = kindOf(asked);
	if (kind === null) return null;
	const text = fencedText(asked.prompt);
	const limit = /at most (\d+) statements/.exec(asked.prompt)?.[1];
	return {
		kind,
		statement: OF_A_STATEMENT.includes(kind) ? text : null,
		passages: fencedTexts(asked.prompt, PASSAGES[kind] ?? /^P\d+ · /),
		video: fencedTexts(asked.prompt, /^Video:$/)[0] ?? null,
		spoken: fencedTexts(asked.prompt, /^The speaker's words/),
		transcript: kind === "extract" ? text : null,
		limit: Number(limit ?? DEFAULT_LIMIT),
	};
}

/** Derived from the expected answer; without a schema, from the prompt. */
function kindOf({ schema, clip, prompt }: Asked): FakeKind | null {
	const asks = JSON.stringify(schema ?? prompt);
	if (clip !== null || asks.includes('"segments')) return "transcribe";
	if (/"statements|Find the statements/.test(asks)) return "extract";
	if (/"checks|Compare the wordings/.test(asks)) return "check_wording";
	if (/"plans|Plan the searches/.test(asks)) return "plan";
	if (/"shows|Say what the quotes show/.test(asks)) return "check_support";
	if (/"citations|by the passages/.test(asks)) return "rate_by_evidence";
	if (/"score|Rate the statement/.test(asks)) return "rate";
	if (/"ready|Answer \{/.test(asks)) return "test";
	return null;
}

/** The texts between pairs of marker lines under a line of this form. */
function fencedTexts(prompt: string, label: RegExp): string[] {
	const fenced = /^(.*)\n(=== [0-9a-z]+ ===)\n([\s\S]*?)\n\2$/gm;
	return [...prompt.matchAll(fenced)].flatMap(([, above = "", , text = ""]) =>
		label.test(above) ? text : [],
	);
}

function fencedText(prompt: string): string | null {
	return /^(=== [0-9a-z]+ ===)\n([\s\S]*?)\n\1$/m.exec(prompt)?.[2] ?? null;
}

/** A model's answer before it is put in a vendor's format. */
export type FakeReply = {
	model: string;
	text: string;
	end: "whole" | "cut" | "refused";
	input_tokens: number;
	output_tokens: number;
};

/** The server side of one vendor's HTTP API. */
export type Wire = {
	provider: Provider;
	path: RegExp;
	/** Throws if the body does not belong to this API. */
	read: (body: unknown, headers: IncomingHttpHeaders, path: string) => Asked;
	write: (reply: FakeReply) => unknown;
	/** The vendor's error body. `code` is its error code, `retry_delay` Google's delay. */
	error: (status: number, code?: string, retry_delay?: string) => unknown;
};

const bearer = (headers: IncomingHttpHeaders) =>
	headers.authorization?.replace(/^Bearer /, "") ?? null;

const Completion = z.object({
	model: z.string(),
	messages: z.array(z.object({ role: z.string(), content: z.string() })),
	response_format: z.object({ json_schema: z.object({ schema: z.unknown() }) }).optional(),
});

/** The parameter that a fault of this code refuses. */
const refusedName = (code: string | undefined) =>
	/^unsupported:(.+)$/.exec(code ?? "")?.[1] ?? null;

const openai: Wire = {
	provider: "openai",
	path: /^\/v1\/chat\/completions$/,
	read: (body, headers) => {
		const { model, messages, response_format } = Completion.parse(body);
		return {
			model,
			prompt: messages.at(-1)?.content ?? "",
			schema: response_format?.json_schema.schema,
			clip: null,
			key: bearer(headers),
		};
	},
	write: ({ model, text, end, input_tokens, output_tokens }) => ({
		id: "chatcmpl-1",
		object: "chat.completion",
		created: 1_760_000_000,
		model,
		choices: [
			{
				index: 0,
				message: {
					role: "assistant",
					content: end === "refused" ? null : text,
					refusal: end === "refused" ? "I cannot help with that." : null,
				},
				finish_reason: end === "cut" ? "length" : "stop",
			},
		],
		usage: {
			prompt_tokens: input_tokens,
			completion_tokens: output_tokens,
			total_tokens: input_tokens + output_tokens,
		},
	}),
	error: (status, code) => {
		const param = refusedName(code);
		return {
			error: {
				message:
					param === null
						? `Vendor text of ${status}, with a secret: sk-123.`
						: `Unsupported parameter: '${param}' is not supported with this model.`,
				type: status === 429 ? "rate_limit_error" : "invalid_request_error",
				param,
				code: param === null ? (code ?? null) : "unsupported_parameter",
			},
		};
	},
};

const Message = z.object({
	model: z.string(),
	max_tokens: z.number(),
	messages: z.array(z.object({ role: z.string(), content: z.string() })),
	output_config: z.object({ format: z.object({ schema: z.unknown() }) }).optional(),
});

const CLAUDE_ERRORS: Record<number, string> = {
	400: "invalid_request_error",
	401: "authentication_error",
	403: "permission_error",
	404: "not_found_error",
	429: "rate_limit_error",
	529: "overloaded_error",
};
const CLAUDE_REFUSALS: Record<string, string> = {
	thinking:
		'"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
	output_config: "output_config.format: Extra inputs are not permitted",
	messages: "messages: text content blocks must be non-empty",
};

const claude: Wire = {
	provider: "claude",
	path: /^\/v1\/messages$/,
	read: (body, headers) => {
		const { model, messages, output_config } = Message.parse(body);
		return {
			model,
			prompt: messages.at(-1)?.content ?? "",
			schema: output_config?.format.schema,
			clip: null,
			key: bearer(headers),
		};
	},
	write: ({ model, text, end, input_tokens, output_tokens }) => ({
		id: "msg_1",
		type: "message",
		role: "assistant",
		model,
		content: end === "refused" ? [] : [{ type: "text", text }],
		stop_reason: { whole: "end_turn", cut: "max_tokens", refused: "refusal" }[end],
		stop_sequence: null,
		usage: { input_tokens, output_tokens },
	}),
	error: (status, code) => ({
		type: "error",
		error: {
			type: CLAUDE_ERRORS[status] ?? "api_error",
			message: CLAUDE_REFUSALS[refusedName(code) ?? ""] ?? `Vendor text of ${status}.`,
		},
		request_id: "req_1",
	}),
};

const Part = z.object({
	text: z.string().optional(),
	fileData: z.object({ fileUri: z.string() }).optional(),
	videoMetadata: z
		.object({ startOffset: z.string().regex(/^\d+s$/), endOffset: z.string().regex(/^\d+s$/) })
		.optional(),
});
const Generation = z.object({
	contents: z.array(z.object({ parts: z.array(Part) })).min(1),
	generationConfig: z.object({ responseJsonSchema: z.unknown().optional() }),
});

const GEMINI_ERRORS: Record<number, string> = {
	400: "INVALID_ARGUMENT",
	403: "PERMISSION_DENIED",
	404: "NOT_FOUND",
	429: "RESOURCE_EXHAUSTED",
	500: "INTERNAL",
	503: "UNAVAILABLE",
};
const GEMINI_REFUSALS: Record<string, string> = {
	thinking:
		"Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.",
	budget: "Budget 0 is invalid. This model only works in thinking mode.",
};
/** Google's answer to a field that a model's version of the API does not have. */
const unknownField = (name: string) =>
	`Invalid JSON payload received. Unknown name "${name}" at 'generation_config': Cannot find field.`;

const gemini: Wire = {
	provider: "gemini",
	path: /^\/v1beta\/models\/([^/:]+):generateContent$/,
	read: (body, headers, path) => {
		const { contents, generationConfig } = Generation.parse(body);
		const parts = contents.at(-1)?.parts ?? [];
		const video = parts.find((part) => part.fileData !== undefined);
		const key = headers["x-goog-api-key"];
		return {
			model: decodeURIComponent(gemini.path.exec(path)?.[1] ?? ""),
			prompt: parts.find((part) => part.text !== undefined)?.text ?? "",
			schema: generationConfig.responseJsonSchema,
			clip: video
				? {
						url: video.fileData?.fileUri ?? "",
						start: Number.parseInt(video.videoMetadata?.startOffset ?? "0", 10),
						end: Number.parseInt(video.videoMetadata?.endOffset ?? "0", 10),
					}
				: null,
			key: typeof key === "string" ? key : null,
		};
	},
	write: ({ model, text, end, input_tokens, output_tokens }) => ({
		...(end === "refused"
			? { promptFeedback: { blockReason: "SAFETY" } }
			: {
					candidates: [
						{
							content: { role: "model", parts: [{ text }] },
							finishReason: end === "cut" ? "MAX_TOKENS" : "STOP",
							index: 0,
						},
					],
				}),
		usageMetadata: {
			promptTokenCount: input_tokens,
			candidatesTokenCount: output_tokens,
			totalTokenCount: input_tokens + output_tokens,
		},
		modelVersion: model,
	}),
	error: (status, code, retry_delay) => {
		const name = refusedName(code);
		const field = name === null || name in GEMINI_REFUSALS ? null : unknownField(name);
		return {
			error: {
				code: status,
				message: GEMINI_REFUSALS[name ?? ""] ?? field ?? `Vendor text of ${status}.`,
				status: GEMINI_ERRORS[status] ?? "UNKNOWN",
				details: [
					...(field
						? [
								{
									"@type": "type.googleapis.com/google.rpc.BadRequest",
									fieldViolations: [{ field: "generation_config", description: field }],
								},
							]
						: []),
					...(code && name === null
						? [
								{
									"@type": "type.googleapis.com/google.rpc.ErrorInfo",
									reason: code,
									domain: "googleapis.com",
								},
							]
						: []),
					...(retry_delay
						? [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: retry_delay }]
						: []),
				],
			},
		};
	},
};

export const WIRES: readonly Wire[] = [openai, claude, gemini];
