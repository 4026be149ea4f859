import type { Client, ClientConfig, Question } from "../client.ts";
import { postJson } from "../post-json.ts";
import { usageOf } from "../tokens.ts";
import { generateFailure } from "./generate-failure.ts";
import { candidateText, candidateTokens } from "./parse-candidate.ts";

/** Only the sound is wanted: one frame in five seconds. */
const CLIP_FRAMES_PER_SECOND = 0.2;
/** Pro models always think; thought counts against the answer's tokens. */
const THINKING_TOKENS = 2_000;

/** Written on the bare API: the vendor's own package cannot be given a fetch or a bound. */
export function createGeminiClient(config: ClientConfig): Client {
	const { model, api_key } = config;
	const base = config.base_url.replace(/\/+$/, "");
	const url = `${base}/v1beta/models/${encodeURIComponent(model)}:generateContent`;
	const headers: Record<string, string> =
		api_key === undefined ? {} : { "x-goog-api-key": api_key };

	return {
		provider: "gemini",
		model,
		ask: async (question, tools) => {
			const answer = await postJson(
				{ url, headers, body: generateRequest(model, question) },
				tools,
				generateFailure,
			);
			tools.spend(usageOf(config.price, candidateTokens(answer)));
			return candidateText(answer);
		},
	};
}

function generateRequest(model: string, question: Question) {
	const { system, user, schema, clip } = question;
	return {
		systemInstruction: { parts: [{ text: system }] },
		contents: [{ role: "user", parts: [...clipParts(clip), { text: user }] }],
		generationConfig: {
			temperature: question.temperature,
			responseMimeType: "application/json",
			responseJsonSchema: schema.json,
			...(clip && { mediaResolution: "MEDIA_RESOLUTION_LOW" }),
			...thinkingFor(model, question.max_tokens),
		},
	};
}

function clipParts(clip: Question["clip"]) {
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

/** As little thinking as the model's generation allows. */
function thinkingFor(model: string, max_tokens: number) {
	if (/^gemini-2\.5-flash/.test(model))
		return {
			maxOutputTokens: max_tokens,
			thinkingConfig: { thinkingBudget: 0 },
		};
	if (/^gemini-[3-9].*flash/.test(model))
		return {
			maxOutputTokens: max_tokens,
			thinkingConfig: { thinkingLevel: "minimal" },
		};
	return { maxOutputTokens: max_tokens + THINKING_TOKENS };
}
