import type { Extractor } from "#pipeline/providers.ts";
import { withRetries } from "#pipeline/with-retries.ts";
import type { Client } from "./client.ts";
import { extractionQuestion } from "./extraction-prompt.ts";
import { EXTRACTION_MAX_BYTES } from "./limits.ts";
import { parseExtraction } from "./parse-extraction.ts";

export function createExtractor(client: Client): Extractor {
	const { provider, model } = client;
	return {
		provider,
		model,
		extract: (input, context) => {
			const question = extractionQuestion(input, context.random);
			return withRetries(
				{
					model,
					max_bytes: EXTRACTION_MAX_BYTES,
					attempt: async (tools) =>
						parseExtraction(
							await client.ask(question, tools),
							input.limit,
							question.sign,
						),
				},
				context,
			);
		},
	};
}
