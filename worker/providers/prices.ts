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

const TOKENS_PER_PRICE = 1_000_000;
/** Suffixes that do not change the model: a date, a build number, "latest" or "preview". */
const SAME_MODEL = /^(?:-(?:\d{3,8}|latest|preview|\d{2}-\d{2,4}))*$/;

/** Whether the model is a dated, latest or preview form of the name. */
export function isFormOf(model: string, name: string): boolean {
	return model.startsWith(name) && SAME_MODEL.test(model.slice(name.length));
}

/** Prices keyed by model name. */
type PriceTable = readonly (readonly [name: string, price: Price])[];

/** The table's price for the model, or for the listed name that it is a form of. */
export function priceIn(table: PriceTable, model: string): Price | null {
	const found =
		table.find(([name]) => name === model) ?? table.find(([name]) => isFormOf(model, name));
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
