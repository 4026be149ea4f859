/** USD per million tokens. Audio has a separate price, null if unknown. */
export type Price = { input: number; output: number; audio: number | null };

/**
 * The tokens of a call; null if the provider did not report them. `audio` is included in `input`.
 */
export type TokenCounts = { input: number | null; output: number | null; audio: number | null };

/** The usage of a call; null if the provider did not report it or the price is unknown. */
export type Usage = {
	input_tokens: number | null;
	output_tokens: number | null;
	cost_usd: number | null;
};

type Row = readonly [input: number, output: number, audio?: number];
type PriceList = {
	/** The vendor's pricing page. */
	source: string;
	/** When the prices were last compared with that page or with dated copies of it. */
	read_on: string;
	models: Record<string, Row>;
};

/**
 * List prices for standard requests with short prompts. An entry applies to the name and its
 * dated, latest and preview forms, but not to other variants. Other models have no known price.
 * Prices that are about to change, or that could not be verified, are omitted, so that the
 * operator sets them.
 */
export const PRICE_LISTS: readonly PriceList[] = [
	{
		source: "https://developers.openai.com/api/docs/pricing",
		read_on: "2026-11",
		models: {
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
		},
	},
	{
		source: "https://platform.claude.com/docs/en/about-claude/pricing",
		read_on: "2026-11",
		models: {
			"claude-haiku-5-5": [0.1, 0.5],
			"claude-haiku-4-5": [1, 5],
			"claude-sonnet-5-5": [2, 10],
			"claude-sonnet-5": [2, 10],
			"claude-sonnet-4-6": [3, 15],
			"claude-sonnet-4-5": [3, 15],
			"claude-opus-5-5": [4, 20],
			"claude-opus-5": [5, 25],
		},
	},
	{
		source: "https://ai.google.dev/gemini-api/docs/pricing",
		read_on: "2026-10-07",
		models: {
			"gemini-3.5-flash": [1.5, 9],
			"gemini-3.5-flash-lite": [0.3, 2.5, 0.3],
			"gemini-3.1-flash-lite": [0.25, 1.5, 0.5],
			"gemini-2.5-flash": [0.3, 2.5, 1],
			"gemini-2.5-flash-lite": [0.1, 0.4],
		},
	},
];

const TOKENS_PER_PRICE = 1_000_000;
/** Suffixes that do not change the model: a date, a build number, "latest" or "preview". */
const SAME_MODEL = /^(?:-(?:\d{3,8}|latest|preview|\d{2}-\d{2,4}))*$/;

/** Prices keyed by model name. */
type PriceTable = readonly (readonly [name: string, price: Price])[];

const LISTED: PriceTable = PRICE_LISTS.flatMap(({ models }) =>
	Object.entries(models).map(
		([name, [input, output, audio]]) => [name, { input, output, audio: audio ?? null }] as const,
	),
);

/** The vendors' list price, or null if none is known. */
export function listPrice(model: string): Price | null {
	return priceIn(LISTED, model);
}

/** The table's price for the model, or for the listed name that it is a form of. */
export function priceIn(table: PriceTable, model: string): Price | null {
	const isFormOf = (name: string) =>
		model.startsWith(name) && SAME_MODEL.test(model.slice(name.length));
	const found = table.find(([name]) => name === model) ?? table.find(([name]) => isFormOf(name));
	return found?.[1] ?? null;
}

/** USD for one call, or null if the price or a count is unknown. */
export function costUsd(price: Price | null, { input, output, audio }: TokenCounts): number | null {
	if (price === null || input === null || output === null) return null;
	const heard = Math.min(audio ?? 0, input);
	if (heard > 0 && price.audio === null) return null;
	const cost = (input - heard) * price.input + heard * (price.audio ?? 0) + output * price.output;
	return cost / TOKENS_PER_PRICE;
}

/** Format: name=input/output or name=input/output/audio, in USD per million tokens. */
const ENTRY =
	/^(?<name>[^\s=,]{1,200})=(?<input>\d+(?:\.\d+)?)\/(?<output>\d+(?:\.\d+)?)(?:\/(?<audio>\d+(?:\.\d+)?))?$/;

/** Parses an operator's own prices, separated by commas; null if one is malformed. */
export function parseModelPrices(text: string): [string, Price][] | null {
	const prices: [string, Price][] = [];
	for (const part of text.split(",")) {
		const entry = part.trim();
		if (entry === "") continue;
		const found = ENTRY.exec(entry)?.groups;
		if (!found?.name) return null;
		const price = {
			input: Number(found.input),
			output: Number(found.output),
			audio: found.audio === undefined ? null : Number(found.audio),
		};
		prices.push([found.name, price]);
	}
	return prices;
}
