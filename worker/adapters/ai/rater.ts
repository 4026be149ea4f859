import type { Rater } from "#pipeline/providers.ts";
import { withRetries } from "#pipeline/with-retries.ts";
import type { Client } from "./client.ts";
import { RATING_MAX_BYTES } from "./limits.ts";
import { parseRating } from "./parse-rating.ts";
import { ratingQuestion } from "./rating-prompt.ts";

export function createRater(client: Client): Rater {
	const { provider, model } = client;
	return {
		provider,
		model,
		rate: (input, context) => {
			const question = ratingQuestion(input, context.random);
			return withRetries(
				{
					model,
					max_bytes: RATING_MAX_BYTES,
					attempt: async (tools) =>
						parseRating(await client.ask(question, tools)),
				},
				context,
			);
		},
	};
}
