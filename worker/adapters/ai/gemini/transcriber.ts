import type { Transcriber } from "#pipeline/providers.ts";
import { withRetries } from "#pipeline/with-retries.ts";
import type { Client } from "../client.ts";
import { TRANSCRIPTION_MAX_BYTES } from "../limits.ts";
import { parseTranscription } from "./parse-transcription.ts";
import { transcriptionQuestion } from "./transcription-prompt.ts";

export function createTranscriber(client: Client): Transcriber {
	const { provider, model } = client;
	return {
		provider,
		model,
		transcribe: (input, context) => {
			const question = transcriptionQuestion(input);
			return withRetries(
				{
					model,
					max_bytes: TRANSCRIPTION_MAX_BYTES,
					attempt: async (tools) =>
						parseTranscription(await client.ask(question, tools), input),
				},
				context,
			);
		},
	};
}
