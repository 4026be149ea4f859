import { beforeEach, describe, expect, it } from "vitest";
import { RawText } from "#tests/support/fakes/ai-answers.ts";
import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const SAID = [
	"Kodak built the first digital camera in 1975, long before Nikon did.",
	"It weighed about four kilograms and needed 23 seconds for a picture.",
	"The company possibly sold it only in Rochester for many years.",
	"Nobody in the village has ever owned a purple bicycle with wings.",
];
/** One for each sentence; the last one is the sentence itself. */
const CONTENTS = [
	"In 1975, Kodak built the first digital camera.",
	"The digital camera weighed about four kilograms and needed 23 seconds for a picture.",
	"The company sold it only in Rochester for many years.",
	SAID[3] ?? "",
];

const product = opened(() => startProduct({ PROVIDER_TIMEOUT_MS: "1500" }));
const member = opened(() => product.member());
beforeEach(() => {
	product.ai.reset();
	extract(CONTENTS);
});

/** Lets the extractor write these contents for the sentences. */
function extract(contents: readonly string[]): void {
	product.ai.answer({
		extract: () => ({
			statements: contents.map((content, at) => ({ content, quote: SAID[at], importance: 50 })),
			left_out: [],
			kept: [],
			rechosen: [],
		}),
	});
}

const say = (...says: unknown[]) =>
	product.ai.answer({
		check_wording: () => ({ checks: says.map((it, at) => ({ statement: at + 1, says: it })) }),
	});

async function analyze(description?: string) {
	const cues = SAID.map((text, at) => ({ start: 10 * at, text }));
	const video = { tracks: [{ language: "en", cues }], ...(description && { description }) };
	const { report, ending } = await runToEnd(member, product.newVideo(video));
	expect(ending.event).toBe("completed");
	return report;
}

const contentsOf = ({ statements }: { statements: { content: string }[] }) =>
	statements.map(({ content }) => content);
const checks = () => product.ai.calls.filter(({ kind }) => kind === "check_wording");
const rated = () =>
	new Set(product.ai.calls.filter(({ kind }) => kind === "rate").map((it) => it.statement));

describe("wording of the statements", () => {
	it("is read once, by another provider than the extractor's, with the speech around", async () => {
		expect(contentsOf(await analyze())).toEqual(CONTENTS);
		const [extraction] = product.ai.calls.filter(({ kind }) => kind === "extract");
		const [check, ...others] = checks() as [FakeCall, ...FakeCall[]];
		expect(others).toEqual([]);
		expect(check.provider).not.toBe(extraction?.provider);
		// A content that equals its quote is not asked.
		expect(check.passages).toHaveLength(3);
		expect(check.passages[1]).toBe(
			`BEFORE: ${SAID[0]}\nQUOTE: ${SAID[1]}\nAFTER: ${SAID[2]} ${SAID[3]}\nWORDING: ${CONTENTS[1]}`,
		);
		expect(JSON.stringify(check.body)).not.toMatch(/supported|refuted|score/);
	});

	it("stands if it says the same or less; otherwise the quote is rated", async () => {
		say("narrower", "broader", "other");
		const expected = [CONTENTS[0], SAID[1], SAID[2], SAID[3]];
		expect(contentsOf(await analyze())).toEqual(expected);
		expect(rated()).toEqual(new Set(expected));
	});

	it("is not asked for if code refuses it, nor if it is the quote", async () => {
		extract([
			"In 1975, Canon built the first digital camera.",
			"It weighed about five kilograms and needed 23 seconds for a picture.",
			"The company never sold it only in Rochester.",
			SAID[3]?.toUpperCase() ?? "",
		]);
		const report = await analyze();
		expect(contentsOf(report).slice(0, 3)).toEqual(SAID.slice(0, 3));
		expect(checks()).toEqual([]);
	});

	it("may have a name of the video's description", async () => {
		const named = "In 1975, Kodak of Steven Sasson built the first digital camera.";
		extract([named]);
		expect(contentsOf(await analyze())).toEqual([SAID[0]]);
		expect(contentsOf(await analyze("A talk with Steven Sasson."))).toEqual([named]);
	});

	it.each<[string, () => void]>([
		["fails", () => product.ai.behave("all", { fault: { status: 400 } }, "check_wording")],
		["is slow", () => product.ai.behave("all", { delay_ms: 5_000 }, "check_wording")],
		["has other types", () => product.ai.behave("all", { fault: "wrong_types" }, "check_wording")],
		[
			"is nonsense",
			() => product.ai.answer({ check_wording: () => new RawText('{"checks": [{"stat') }),
		],
		["has no known word", () => say("true", "fine", 7)],
	])("is decided by the strict rule if the reader's answer %s", async (_, fail) => {
		fail();
		// Every word of the first quote's claim must be there; the second one's words all are.
		expect(contentsOf(await analyze())).toEqual([SAID[0], CONTENTS[1], SAID[2], SAID[3]]);
	});

	it("is decided by the strict rule where only its own answer is missing", async () => {
		say("same", "perhaps", null);
		expect(contentsOf(await analyze())).toEqual([CONTENTS[0], CONTENTS[1], SAID[2], SAID[3]]);
	});
});

describe("wording of the statements without a second reading", () => {
	const other = opened(() => startProduct({ SECOND_READING: "off" }));
	const owner = opened(() => other.member());

	it("is decided by the strict rule without a call", async () => {
		other.ai.answer({
			extract: () => ({
				statements: CONTENTS.map((content, at) => ({ content, quote: SAID[at], importance: 50 })),
				left_out: [],
				kept: [],
				rechosen: [],
			}),
		});
		const cues = SAID.map((text, at) => ({ start: 10 * at, text }));
		const id = other.newVideo({ tracks: [{ language: "en", cues }] });
		const { report } = await runToEnd(owner, id);
		expect(contentsOf(report)).toEqual([SAID[0], CONTENTS[1], SAID[2], SAID[3]]);
		expect(other.ai.calls.filter(({ kind }) => kind === "check_wording")).toEqual([]);
	});
});
