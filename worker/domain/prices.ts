/**
 * List prices in USD per million tokens, input and output, as published in
 * November 2026 for standard requests with short prompts. An entry holds for
 * the name and its dated, latest and preview forms, not for other variants.
 */
const PRICES: Record<string, readonly [input: number, output: number]> = {
	"gpt-6-luna": [0.1, 0.5],
	"gpt-6-sol": [2, 10],
	"gpt-5.6-luna": [0.2, 1.2],
	"gpt-5.6-terra": [2, 12],
	"gpt-5.4": [2.5, 15],
	"gpt-5.4-mini": [0.75, 4.5],
	"gpt-5-mini": [0.25, 2],
	"gpt-4.1": [2, 8],
	"gpt-4.1-mini": [0.4, 1.6],
	"gpt-4o": [2.5, 10],
	"gpt-4o-mini": [0.15, 0.6],
	"claude-haiku-5-5": [0.1, 0.5],
	"claude-haiku-4-5": [1, 5],
	"claude-sonnet-5-5": [2, 10],
	"claude-sonnet-5": [2, 10],
	"claude-sonnet-4-6": [3, 15],
	"claude-sonnet-4-5": [3, 15],
	"claude-opus-5-5": [4, 20],
	"claude-opus-5": [5, 25],
	// Until the end of 2026, then twice as much.
	"gemini-3.8-flash": [0.75, 3.75],
	"gemini-3.6-flash": [1.5, 7.5],
	"gemini-3.5-flash": [1.5, 9],
	"gemini-3.5-flash-lite": [0.3, 2.5],
	"gemini-3.1-flash-lite": [0.25, 1.5],
	"gemini-2.5-flash": [0.3, 2.5],
	"gemini-2.5-flash-lite": [0.1, 0.4],
};

const TOKENS_PER_PRICE = 1_000_000;
/** What may follow a listed name: a date, a build number, "latest" or "preview". */
const SAME_MODEL = /^(?:-(?:\d{3,8}|latest|preview|\d{2}-\d{2,4}))*$/;

/** USD for one call, or null where the model's price or a count is unknown. */
export function costUsd(
	model: string,
	input_tokens: number | null,
	output_tokens: number | null,
): number | null {
	const price = priceOf(model);
	if (price === null || input_tokens === null || output_tokens === null)
		return null;
	const [input, output] = price;
	return (input_tokens * input + output_tokens * output) / TOKENS_PER_PRICE;
}

function priceOf(model: string): readonly [number, number] | null {
	const name = Object.keys(PRICES).find(
		(known) =>
			model.startsWith(known) && SAME_MODEL.test(model.slice(known.length)),
	);
	return name === undefined ? null : (PRICES[name] ?? null);
}
