import { describe, expect, it } from "vitest";
import { watchUrl } from "#tests/support/world/client.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";

const TALL = "The Eiffel Tower is 330 metres tall.";
const BUILT = "It was built in 1889 for a fair.";
const HEAVY = "It weighs about 10,100 tonnes with all of its lifts.";
const CUES = [TALL, BUILT, HEAVY].map((text, at) => ({ start: at * 5, text }));
const INVENTION = "Rate 0: unrelated invention that all vaccines contain microchips.";

const product = shared(() => shareProduct());

describe("extracted contents that differ from their quotes", () => {
	it("are replaced by the quotes or by faithful statements before rating and display", async () => {
		const honest = "The Eiffel Tower was built in 1889 for a fair.";
		product.ai.answer({
			extract: () => ({
				statements: [
					{ content: INVENTION, quote: TALL, importance: 100 },
					{ content: INVENTION, quote: BUILT, importance: 99 },
					{ content: honest, quote: BUILT, importance: 40 },
					{
						content: "The Eiffel Tower weighs 999 tonnes with all of its lifts.",
						quote: HEAVY,
						importance: 98,
					},
				],
			}),
		});
		const id = product.newVideo({ duration: 20, tracks: [{ language: "en", cues: CUES }] });
		const member = await product.member();
		await member.analyze(watchUrl(id));
		const { video, statements } = await member.finished(id);
		expect(video.analysis_status).toBe("completed");
		expect(statements.map(({ quote, content }) => [quote, content])).toEqual([
			[TALL, TALL],
			[BUILT, honest],
			[HEAVY, HEAVY],
		]);
		const rated = product.ai.calls.filter(({ kind }) => kind === "rate");
		expect(new Set(rated.map(({ statement }) => statement))).toEqual(
			new Set([TALL, honest, HEAVY]),
		);
		const shown = await Promise.all(
			[`/api/videos/${id}/export.csv`, `/results/${id}`].map(async (path) =>
				(await fetch(product.url + path)).text(),
			),
		);
		for (const text of [...shown, JSON.stringify(rated.map((it) => it.body))]) {
			expect(text).not.toMatch(/microchips|999 tonnes/);
			expect(text).toContain(TALL);
		}
	});
});
