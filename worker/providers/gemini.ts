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
import { badAnswer, cutOff, declined } from "./call-failure.ts";
import {
	type Client,
	type ClientConfig,
	laneOf,
	postJson,
	type Question,
	sumKnown,
	tokenCount,
	tokensIn,
	toUsage,
} from "./client.ts";
import { modelFacts } from "./models.ts";
import type { TokenCounts } from "./prices.ts";
import type { Learned, OptionalParameter, Room } from "./refused-parameters.ts";

/** One frame in five seconds, because only the sound is needed. */
const CLIP_FRAMES_PER_SECOND = 0.2;

/**
 * The vendor's package provides types and names only. It is archived, so its types lack newer API
 * fields. It also accepts neither a custom fetch nor a size limit, so the request is made here.
 */
type Request = Omit<GenerateContentRequest, "systemInstruction"> & {
	systemInstruction?: Pick<Content, "parts">;
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
	const { api_key } = config;
	// The vendor's lists of models have the names so.
	const model = config.model.replace(/^models\//, "");
	const headers: Record<string, string> =
		api_key === undefined ? {} : { "x-goog-api-key": api_key };

	return {
		provider: "gemini",
		model,
		lane: laneOf("gemini", config),
		ask: async (question, tools) => {
			const { learned } = tools;
			const base = (learned.address ?? config.base_url).replace(/\/+$/, "");
			const cut = base.replace(/\/v1(?:beta)?(?:\/models)?$/, "");
			const url = `${base}/v1beta/models/${encodeURIComponent(model)}:generateContent`;
			const { body, optional } = generateRequest(model, question, learned);
			const answer = await postJson({ url, headers, body }, tools, {
				api_key,
				user: question.user,
				optional,
				refused: learned.refused,
				other_address: cut === base ? null : cut,
			});
			tools.spend(toUsage(config.price, candidateTokens(answer)));
			return candidateText(answer, learned.room);
		},
	};
}

function generateRequest(
	model: string,
	question: Question,
	{ refused, room }: Learned,
): { body: Request; optional: OptionalParameter[] } {
	const { system, user, schema, clip } = question;
	const { thinking, thinks, temperature } = modelFacts("gemini", model);
	const has = (parameter: OptionalParameter) => !refused.includes(parameter);
	const limit = has("max_tokens")
		? tokensIn(room, question.max_tokens, thinks || !has("thinking"))
		: null;
	const sent: Record<string, boolean> = {
		max_tokens: limit !== null,
		json: has("json"),
		schema: has("schema") && has("json"),
		temperature: temperature && has("temperature"),
		media_resolution: clip !== undefined && has("media_resolution"),
		thinking: thinking !== null && has("thinking"),
		system: has("system"),
	};
	const text = sent.system ? user : `${system}\n\n${user}`;
	const body: Request = {
		...(sent.system && { systemInstruction: { parts: [{ text: system }] } }),
		contents: [{ role: "user", parts: [...clipParts(clip), { text }] }],
		generationConfig: {
			...(limit !== null && { maxOutputTokens: limit }),
			...(sent.json && { responseMimeType: "application/json" }),
			...(sent.schema && { responseJsonSchema: schema.json }),
			...(sent.temperature && { temperature: question.temperature }),
			...(sent.media_resolution && { mediaResolution: "MEDIA_RESOLUTION_LOW" }),
			...(sent.thinking && {
				thinkingConfig:
					typeof thinking === "number"
						? { thinkingBudget: thinking }
						: { thinkingLevel: String(thinking) },
			}),
		},
	};
	const optional = Object.keys(sent).filter((name) => sent[name]) as OptionalParameter[];
	return { body, optional };
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

/** A schema for some fields of a vendor's type, and for fields that the type lacks. */
type Fields<Type, Newer extends string = never> = Partial<Record<keyof Type | Newer, z.ZodType>>;

const Part = z.object({
	text: z.string().optional(),
	/** True for a summary of the model's thinking. */
	thought: z.boolean().optional(),
	functionCall: z.object({ args: z.unknown().optional() }).optional(),
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
	FinishReason.LANGUAGE,
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
function candidateText(body: unknown, room: Room): string {
	const answer = Answer.safeParse(body);
	if (!answer.success) throw badAnswer();
	const { candidates, promptFeedback } = answer.data;
	if (promptFeedback?.blockReason !== undefined) throw declined();
	const [candidate] = candidates;
	const end: string = candidate?.finishReason ?? FinishReason.STOP;
	if (REFUSALS.has(end)) throw declined();
	if (end === FinishReason.MAX_TOKENS) throw cutOff(room);
	if (end !== FinishReason.STOP) throw badAnswer();
	const parts = (candidate?.content?.parts ?? []).filter(({ thought }) => thought !== true);
	const called = parts.flatMap(({ functionCall }) =>
		functionCall === undefined ? [] : JSON.stringify(functionCall.args),
	);
	const text = [...called, parts.map((part) => part.text ?? "").join("")]
		.filter(Boolean)
		.join("\n");
	if (text === "") throw badAnswer("the answer was empty");
	return text;
}
