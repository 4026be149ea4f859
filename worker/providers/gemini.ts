import {
	type Content,
	type FileDataPart,
	FinishReason,
	type GenerateContentCandidate,
	type GenerateContentRequest,
	type GenerateContentResponse,
	type GenerationConfig,
	type UsageMetadata,
} from "@google/generative-ai";
import * as z from "zod";
import { retryAfterMs } from "#outbound/retry-after.ts";
import {
	badAnswer,
	type CallFailure,
	declined,
	failureOfStatus,
	throwReported,
} from "./call-failure.ts";
import {
	type Client,
	type ClientConfig,
	type ErrorAnswer,
	postJson,
	type Question,
	sumKnown,
	THINKING_TOKENS,
	tokenCount,
	toUsage,
} from "./client.ts";
import { modelFacts } from "./models.ts";
import type { TokenCounts } from "./prices.ts";
import { createRefusals, type Refusals } from "./refused-parameters.ts";

/** One frame in five seconds, because only the sound is needed. */
const CLIP_FRAMES_PER_SECOND = 0.2;

/**
 * The vendor's package provides types and names only. It is archived, so its types lack newer API
 * fields. It also accepts neither a custom fetch nor a size limit, so the request is made here.
 */
type Request = Omit<GenerateContentRequest, "systemInstruction"> & {
	systemInstruction: Pick<Content, "parts">;
	generationConfig: GenerationConfig & {
		responseJsonSchema?: unknown;
		mediaResolution?: "MEDIA_RESOLUTION_LOW";
		thinkingConfig?: { thinkingBudget: number } | { thinkingLevel: string };
	};
};
type ClipPart = FileDataPart & {
	videoMetadata: { startOffset: string; endOffset: string; fps: number };
};

export function createGeminiClient(config: ClientConfig): Client {
	const { model, api_key } = config;
	const base = config.base_url.replace(/\/+$/, "");
	const url = `${base}/v1beta/models/${encodeURIComponent(model)}:generateContent`;
	const headers: Record<string, string> =
		api_key === undefined ? {} : { "x-goog-api-key": api_key };

	const refusals = createRefusals(["thinking", "temperature", "media_resolution", "schema"]);

	return {
		provider: "gemini",
		model,
		ask: async (question, tools) => {
			const answer = await postJson(
				{ url, headers, body: generateRequest(model, question, refusals) },
				tools,
				(answer) => refusals.failureOf(answer) ?? generateFailure(answer),
			);
			tools.spend(toUsage(config.price, candidateTokens(answer)));
			return candidateText(answer);
		},
	};
}

function generateRequest(model: string, question: Question, refusals: Refusals): Request {
	const { system, user, schema, clip } = question;
	const { thinking, thinks, temperature } = modelFacts("gemini", model);
	const refuses = refusals.has("thinking");
	return {
		systemInstruction: { parts: [{ text: system }] },
		contents: [{ role: "user", parts: [...clipParts(clip), { text: user }] }],
		generationConfig: {
			maxOutputTokens: question.max_tokens + (thinks || refuses ? THINKING_TOKENS : 0),
			responseMimeType: "application/json",
			...(!refusals.has("schema") && { responseJsonSchema: schema.json }),
			...(temperature && !refusals.has("temperature") && { temperature: question.temperature }),
			...(clip && !refusals.has("media_resolution") && { mediaResolution: "MEDIA_RESOLUTION_LOW" }),
			...(thinking !== null &&
				!refuses && {
					thinkingConfig:
						typeof thinking === "number"
							? { thinkingBudget: thinking }
							: { thinkingLevel: thinking },
				}),
		},
	};
}

function clipParts(clip: Question["clip"]): ClipPart[] {
	if (clip === undefined) return [];
	return [
		{
			fileData: { fileUri: clip.url, mimeType: "video/*" },
			videoMetadata: {
				startOffset: `${clip.start}s`,
				endOffset: `${clip.end}s`,
				fps: CLIP_FRAMES_PER_SECOND,
			},
		},
	];
}

const Detail = z.object({
	reason: z.string().optional(),
	/** A google.rpc duration, for example "38s" or "0.5s". */
	retryDelay: z
		.string()
		.regex(/^\d{1,9}(?:\.\d{1,9})?s$/)
		.optional(),
});
const Details = z.object({ error: z.object({ details: z.array(Detail.catch({})) }) });

/**
 * The failure for an error status. A wrong key has status 400, and a requested pause is in the
 * body.
 */
function generateFailure(answer: ErrorAnswer): CallFailure {
	const details = Details.safeParse(answer.body).data?.error.details ?? [];
	if (details.some(({ reason }) => reason === "API_KEY_INVALID")) return failureOfStatus(401, null);
	return failureOfStatus(
		answer.status,
		retryAfterMs(answer.headers, answer.now) ?? readRetryDelay(details),
	);
}

function readRetryDelay(details: z.infer<typeof Detail>[]): number | null {
	const delay = details.find(({ retryDelay }) => retryDelay)?.retryDelay;
	return delay === undefined ? null : Number(delay.slice(0, -1)) * 1_000;
}

/** A schema for some fields of a vendor's type, and for fields that the type lacks. */
type Fields<Type, Newer extends string = never> = Partial<Record<keyof Type | Newer, z.ZodType>>;

const Part = z.object({
	text: z.string().optional(),
	/** True for a summary of the model's thinking. */
	thought: z.boolean().optional(),
});
const Candidate = z.object({
	content: z.object({ parts: z.array(Part).default([]) }).optional(),
	finishReason: z.string().optional(),
} satisfies Fields<GenerateContentCandidate>);
const Answer = z.object({
	candidates: z.array(Candidate).default([]),
	promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
} satisfies Fields<GenerateContentResponse>);

const Modality = z.object({ modality: z.string().catch(""), tokenCount });
const Usage = z.object({
	promptTokenCount: tokenCount,
	candidatesTokenCount: tokenCount,
	thoughtsTokenCount: tokenCount,
	promptTokensDetails: z.array(Modality).catch([]),
} satisfies Fields<UsageMetadata, "thoughtsTokenCount" | "promptTokensDetails">);
const Counted = z.object({ usageMetadata: Usage } satisfies Fields<GenerateContentResponse>);

/** Finish reasons that mean a refusal. */
const REFUSALS = new Set<string>([
	FinishReason.SAFETY,
	FinishReason.RECITATION,
	FinishReason.BLOCKLIST,
	FinishReason.PROHIBITED_CONTENT,
	FinishReason.SPII,
]);

/**
 * Thinking is billed as output. Audio tokens are reported separately from the rest of the prompt.
 */
export function candidateTokens(body: unknown): TokenCounts {
	const usage = Counted.safeParse(body).data?.usageMetadata;
	if (!usage) return { input: null, output: null, audio: null };
	const sounds = usage.promptTokensDetails
		.filter(({ modality }) => modality === "AUDIO")
		.map((part) => part.tokenCount);
	return {
		input: usage.promptTokenCount,
		output: sumKnown([usage.candidatesTokenCount, usage.thoughtsTokenCount]),
		audio: sumKnown(sounds),
	};
}

/** Extracts the text of a complete answer that is not a refusal. Throws CallFailure. */
function candidateText(body: unknown): string {
	throwReported(body);
	const answer = Answer.safeParse(body);
	if (!answer.success) throw badAnswer();
	const { candidates, promptFeedback } = answer.data;
	if (promptFeedback?.blockReason !== undefined) throw declined();
	const [candidate] = candidates;
	const end: string = candidate?.finishReason ?? FinishReason.STOP;
	if (REFUSALS.has(end)) throw declined();
	if (end === FinishReason.MAX_TOKENS) throw badAnswer("the answer was cut off");
	if (end !== FinishReason.STOP) throw badAnswer();
	const text = (candidate?.content?.parts ?? [])
		.filter(({ thought }) => thought !== true)
		.map((part) => part.text ?? "")
		.join("");
	if (text === "") throw badAnswer("the answer was empty");
	return text;
}
