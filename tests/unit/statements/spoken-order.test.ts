import fc from "fast-check";
import { expect, it } from "vitest";
import { inSpokenOrder } from "#features/statements/spoken-order.ts";

const SENTENCES = ["The bridge is old.", "It has two towers.", "Nobody paints it.", "It is grey."];

function said(at: number, timestamp = 12) {
	return {
		timestamp,
		quote: SENTENCES[at] ?? "",
		context: { before: SENTENCES.slice(0, at).join(" "), after: SENTENCES.slice(at + 1).join(" ") },
	};
}

it("orders the statements of one time as they are said", () => {
	const order = SENTENCES.map((_, at) => at);
	fc.assert(
		fc.property(fc.shuffledSubarray(order), (some) => {
			const quotes = inSpokenOrder(some.map((at) => said(at))).map(({ quote }) => quote);
			expect(quotes).toEqual([...some].sort().map((at) => SENTENCES[at]));
		}),
	);
});

it("leaves the order of time", () => {
	const statements = [said(3, 1), said(0, 2), said(2, 3)];
	expect(inSpokenOrder(statements)).toEqual(statements);
});
