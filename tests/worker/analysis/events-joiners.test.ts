import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { type EventReader, watchUrl } from "#tests/support/world/client.ts";
import { seededRandom } from "#tests/support/world/command-line.ts";
import { expectWholeStory } from "#tests/support/world/crash-invariants.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";

const STATEMENTS = 24;
const MOST_DELAY_MS = 600;
const JOIN_EVERY_MS = 10;
/** Many joiners slow the run, and a slower run gets more joiners, so their number is limited. */
const MOST_JOINERS = 80;
/** The last rating waits for them. */
const ENOUGH_JOINERS = 40;

const product = shared(() => shareProduct());

describe("GET /api/videos/{id}/events for viewers who join during a run", () => {
	it("sends each of them every result exactly once, in the snapshot or as an event", async () => {
		const random = seededRandom(1);
		product.ai.answer({ extract: extractFacts });
		product.ai.behave("all", () => ({ delay_ms: MOST_DELAY_MS * random() }));
		let enoughJoined = () => {};
		const until = new Promise<void>((resolve) => {
			enoughJoined = resolve;
		});
		product.ai.behave(
			"all",
			({ statement }) => ({
				delay_ms: MOST_DELAY_MS * random(),
				...(statement?.includes("pier 1 ") ? { until } : {}),
			}),
			"rate",
		);
		const id = product.newVideo(longTalk({ number: 1, words: 1_200, facts: STATEMENTS }));
		const member = await product.member();
		await member.analyze(watchUrl(id));
		const first = await member.events(id);
		let over = false;
		first.ended.then(() => {
			over = true;
		});
		const joined: Promise<EventReader>[] = [];
		const resumed: { from: number; reader: Promise<EventReader> }[] = [];
		while (!over && joined.length < MOST_JOINERS) {
			joined.push(member.events(id));
			const last = first.events.at(-1)?.id;
			const from = first.events.length;
			if (last) resumed.push({ from, reader: member.events(id, last) });
			if (joined.length === ENOUGH_JOINERS) enoughJoined();
			await sleep(JOIN_EVERY_MS);
		}
		await first.ended;
		const report = await member.report(id);
		expectWholeStory(first.events, report);
		expect(joined.length).toBeGreaterThanOrEqual(ENOUGH_JOINERS);
		for (const reader of await Promise.all(joined)) {
			await reader.ended;
			expectWholeStory(reader.events, report);
		}
		const ids = first.events.map((event) => event.id);
		for (const { from, reader } of resumed) {
			const { ended, events } = await reader;
			await ended;
			expect(events.map((event) => event.id)).toEqual(ids.slice(from));
		}
	});
});
