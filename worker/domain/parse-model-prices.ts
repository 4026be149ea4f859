import type { Price } from "./prices.ts";

/** name=input/output or name=input/output/audio, in USD per million tokens. */
const ENTRY =
	/^(?<name>[^\s=,]{1,200})=(?<input>\d+(?:\.\d+)?)\/(?<output>\d+(?:\.\d+)?)(?:\/(?<audio>\d+(?:\.\d+)?))?$/;

/** An operator's own prices, separated by commas; null where one cannot be read. */
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
