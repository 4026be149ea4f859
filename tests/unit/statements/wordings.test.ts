import { describe, expect, it } from "vitest";
import { passesGuard, saidNames, standsStrictly } from "#features/statements/wording-guard.ts";
import { WORDING_PAIRS, type WordingPair } from "#tests/support/fixtures/wordings.ts";

/** The rules were written with the first, third ... pair at hand; the others only measure them. */
const HELD_BACK = WORDING_PAIRS.filter((_, index) => index % 2 === 1);

type Rule = (content: string, pair: WordingPair) => boolean;

const byGuard: Rule = (content, { before, quote, after, language }) =>
	passesGuard(content, quote, saidNames([before, quote, after], language));

const unread: Rule = (content, pair) => byGuard(content, pair) && standsStrictly(content, pair);

/** A reader that is right about all but one pair of ten, in which it takes one for the other. */
const read: Rule = (content, pair) => {
	const wrong = HELD_BACK.indexOf(pair) % 10 === 9;
	return byGuard(content, pair) && (content === pair.honest) !== wrong;
};

/** The accepted shares of honest and false wordings, in percent. */
function measure(rule: Rule) {
	const share = (of: (pair: WordingPair) => string) =>
		(100 * HELD_BACK.filter((pair) => rule(of(pair), pair)).length) / HELD_BACK.length;
	return { honest: share((it) => it.honest), false: share((it) => it.false) };
}

describe("rules for wordings, on 50 honest and 50 false ones in five languages", () => {
	it("by the guard alone accept nearly all honest ones, and leave many false ones to the reader", () => {
		const { honest, false: accepted } = measure(byGuard);
		expect(honest).toBeGreaterThanOrEqual(98);
		expect(accepted).toBeLessThanOrEqual(64);
	});

	it("without a reader accept most honest ones and one false one in five", () => {
		const { honest, false: accepted } = measure(unread);
		expect(honest).toBeGreaterThanOrEqual(90);
		expect(accepted).toBeLessThanOrEqual(20);
	});

	it("with a reader accept what the reader accepts, less what the guard refuses", () => {
		const { honest, false: accepted } = measure(read);
		expect(honest).toBe(90);
		expect(accepted).toBeLessThanOrEqual(10);
	});

	it("refuse every changed number and denial", () => {
		const refused = WORDING_PAIRS.filter(({ kind }) => kind === "number" || kind === "denial");
		expect(refused).toHaveLength(25);
		expect(refused.filter((pair) => byGuard(pair.false, pair))).toEqual([]);
		expect(refused.filter((pair) => !byGuard(pair.honest, pair))).toEqual([]);
	});

	it("without a reader refuse every name, condition and number that was changed", () => {
		const changed = WORDING_PAIRS.filter(({ kind }) =>
			["name", "condition", "number", "denial"].includes(kind),
		);
		expect(changed.filter((pair) => unread(pair.false, pair))).toEqual([]);
	});
});
