import { describe, expect, it } from "vitest";
import type { Transcript } from "#features/captions/transcript.ts";
import {
	createQuoteMatcher,
	MAX_QUOTE_CHARS,
	MAX_QUOTE_KEY_CHARS,
} from "#features/statements/quote-in-transcript.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";

function untimed(text: string): Transcript {
	return { source: "captions", language: null, track: null, cues: [], text };
}

describe("displayed quote", () => {
	it.each([
		["We lost $5 million, I think", "5 million, i THINK", "$5 million, I think"],
		["Prices grew by 50%. Then they fell", "prices grew by 50", "Prices grew by 50%."],
		["He wrote: “The sky is falling.” Then he left", "the sky is falling", "“The sky is falling.”"],
		["去年增长了百分之五十%。因此我们很高兴", "去年增长了百分之五十", "去年增长了百分之五十%。"],
		["a well-known and much-loved fact", "known and much-loved", "known and much-loved"],
		["<b>It is very far off</b> now", "it is very far off", "It is very far off"],
	])("is the transcript's own text with its punctuation: %s", (speech, quote, shown) => {
		expect(createQuoteMatcher(untimed(speech)).find(quote)?.quote).toBe(shown);
	});

	it("is found verbatim in the transcript, however the quote is written", () => {
		const random = seededRandom(3);
		const words = "the Moon isn't “far” 3.5% Straße, 地球 ﬁn (ok)".split(" ");
		for (let round = 0; round < 200; round += 1) {
			const spoken = Array.from(
				{ length: 30 },
				() => words[Math.floor(random() * words.length)] ?? "",
			);
			const speech = spoken.join(" ");
			const from = Math.floor(random() * 20);
			const quote = spoken
				.slice(from, from + 9)
				.join("  ")
				.toUpperCase();
			const shown = createQuoteMatcher(untimed(speech)).find(quote)?.quote;
			expect(shown?.split(" ")).toHaveLength(9);
			expect(speech).toContain(shown);
		}
	});
});

describe("quote key", () => {
	it("is equal for equal words and limited in length", () => {
		const speech = "Ein sehr langer Satz über Größe. ".repeat(40);
		const matcher = createQuoteMatcher(untimed(speech));
		const long = speech.slice(0, MAX_QUOTE_CHARS - 3);
		expect(matcher.find(long)?.quote_key).toHaveLength(MAX_QUOTE_KEY_CHARS);
		expect(matcher.find("SEHR LANGER SATZ, ÜBER")?.quote_key).toBe(
			matcher.find("sehr langer  satz u\u0308ber")?.quote_key,
		);
	});

	it("never splits a character at its end", () => {
		const letter = "𝕏𐐷";
		const matcher = createQuoteMatcher(untimed(letter.repeat(145)));
		const key = matcher.find(letter.repeat(145))?.quote_key;
		expect(key).toBeDefined();
		expect(key).not.toMatch(/\p{Cs}/u);
	});
});
