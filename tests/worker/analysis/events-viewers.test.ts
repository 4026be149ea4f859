import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeAi, startFakeAi } from "#tests/support/fakes/ai.ts";
import { type FakeYoutube, startFakeYoutube } from "#tests/support/fakes/youtube.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import {
	type Client,
	type EventReader,
	type ReadEvent,
	watchUrl,
} from "#tests/support/world/client.ts";
import { expectWholeStory } from "#tests/support/world/crash-invariants.ts";
import { type EnteredProduct, startEnteredProduct } from "#tests/support/world/entered-product.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct, standInEnv } from "#tests/support/world/product.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { aMemberSignedIn } from "#tests/support/world/signed-in.ts";
import { watch } from "#tests/support/world/viewers.ts";

const STATEMENTS = 8;
const PUSHED = 3;
const FOLLOWING = 30;
/** Long enough for several of the object's answers during a run. */
const RATING_MS = 400;
/** Once a second, as the worker asks. */
const ASKED_EVERY_MS = 1_000;

let product: EnteredProduct;
let ai: FakeAi;
let youtube: FakeYoutube;
let member: Client;

beforeAll(async () => {
	[ai, youtube] = await Promise.all([startFakeAi(), startFakeYoutube()]);
	const entry = new URL("../../support/world/crowd-entry.js", import.meta.url);
	product = await startEnteredProduct(await readFile(entry, "utf8"), {
		...standInEnv(ai, youtube),
		ANTHROPIC_API_KEY: "",
		GEMINI_API_KEY: "",
		RATING_CONCURRENCY: "1",
		MAX_PUSHED_VIEWERS: String(PUSHED),
	});
	member = await aMemberSignedIn(product.url, product.db);
});
afterAll(async () => {
	await product.stop();
	await Promise.all([ai.close(), youtube.close()]);
});

const asked = async () =>
	(await (await fetch(`${product.url}/_asked`)).json()) as { streams: number; tails: number };

/** Starts a run that waits until `begin` is called. */
async function startHeldRun(id: string): Promise<{ begin: () => void }> {
	youtube.set(id, longTalk({ number: 1, words: 600, facts: STATEMENTS }));
	ai.reset();
	ai.answer({ extract: extractFacts });
	let begin: (there: unknown) => void = () => {};
	const until = new Promise((resolve) => {
		begin = resolve;
	});
	ai.behave("all", { until }, "extract");
	ai.behave("all", { delay_ms: RATING_MS }, "rate");
	const { status, body } = await member.analyze(watchUrl(id));
	expect(status, JSON.stringify(body)).toBe(202);
	return { begin: () => begin("All of them watch.") };
}

const isStatement = ({ event }: ReadEvent) => event === "statement";

/** Ids and contents, apart from the snapshot that a viewer begins with. */
function expectSame(events: ReadEvent[], all: ReadEvent[]): void {
	const from = all.findIndex(({ id }) => id === events[1]?.id);
	expect(events.slice(1)).toEqual(all.slice(from));
}

describe("GET /api/videos/{id}/events with more viewers than the object pushes to", () => {
	it("sends each of them the same events, for one request a second to the object", async () => {
		const id = "crowdvideo1";
		const { begin } = await startHeldRun(id);
		const before = await asked();
		const started_at = performance.now();
		const pushed = [];
		for (let viewer = 0; viewer < PUSHED; viewer++) pushed.push(await member.events(id));
		const following = [await member.events(id)];
		await following[0]?.until(({ event }) => event === "snapshot");
		expect((await asked()).streams - before.streams).toBe(PUSHED + 1);
		following.push(
			...(await Promise.all(Array.from({ length: FOLLOWING - 1 }, () => member.events(id)))),
		);
		begin();
		const [witness] = pushed;
		await witness?.until(isStatement);
		const late = await member.events(id);
		const missed = witness?.events.at(-3)?.id;
		const resumed = await member.events(id, missed);
		for (const { ended } of [...pushed, ...following, late, resumed]) await ended;
		const all = witness?.events ?? [];
		const report = await member.report(id);
		expect(report.statements).toHaveLength(STATEMENTS);
		for (const { events } of [...pushed, ...following, late]) {
			expectWholeStory(events, report);
			expectSame(events, all);
		}
		const from = all.findIndex((event) => event.id === missed);
		expect(resumed.events).toEqual(all.slice(from + 1));

		const after = await asked();
		const most = (performance.now() - started_at) / ASKED_EVERY_MS + 1;
		expect(after.streams - before.streams).toBe(PUSHED + 1);
		expect(after.tails - before.tails).toBeLessThanOrEqual(most);
		expect(after.tails - before.tails).toBeGreaterThan(2);
	});

	it("goes on for them when the object restarts", async () => {
		const id = "crowdvideo2";
		const { begin } = await startHeldRun(id);
		const url = `${product.url}/api/videos/${id}/events`;
		const pushed = Array.from({ length: PUSHED }, () => watch(url, 50));
		await expect.poll(() => pushed.every(({ events }) => events.length > 0)).toBe(true);
		const following = await Promise.all(Array.from({ length: FOLLOWING }, () => member.events(id)));
		begin();
		await following[0]?.until(isStatement);
		await fetch(`${product.url}/_crash?video=${id}`);
		for (const { ended } of following) await ended;
		for (const { done } of pushed) await done;
		const report = await member.report(id);
		expect(report.statements).toHaveLength(STATEMENTS);
		const [witness] = pushed;
		expect(pushed.map(({ connections }) => connections)).toEqual(Array(PUSHED).fill(2));
		for (const { events } of [...pushed, ...following]) {
			expectWholeStory(events, report);
			expectSame(events, witness?.events ?? []);
		}
	});
});

describe("GET /api/videos/{id}/events for viewers who join during a run", () => {
	const STATEMENTS = 24;
	const MOST_DELAY_MS = 600;
	const JOIN_EVERY_MS = 10;
	/** Many joiners slow the run, and a slower run gets more joiners, so their number is limited. */
	const MOST_JOINERS = 80;
	/** The last rating waits for them. */
	const ENOUGH_JOINERS = 40;
	const product = shared(() => shareProduct());

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

it("sends an event only when the disk has it, also one that is written during the wait", async () => {
	const entry = new URL("../../support/world/slow-disk-entry.js", import.meta.url);
	const product = await startEnteredProduct(await readFile(entry, "utf8"), {
		OPENAI_API_KEY: "",
		ANTHROPIC_API_KEY: "",
	});
	try {
		const member = await aMemberSignedIn(product.url, product.db);
		const id = "sample-myth";
		const { status, body } = await member.analyze(watchUrl(id));
		expect(status, JSON.stringify(body)).toBe(202);
		const viewer = await member.events(id);
		await viewer.ended;
		expectWholeStory(viewer.events, await member.report(id));
		const sent = await (await fetch(`${product.url}/_sent`)).json();
		expect(sent).toEqual({ events: viewer.events.length, too_early: [] });
		expect(viewer.events.length).toBeGreaterThan(2);
	} finally {
		await product.stop();
	}
});
