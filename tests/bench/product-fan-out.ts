import type { Statement } from "#contract/statement.ts";
import { type FakeAi, startFakeAi } from "#tests/support/fakes/ai.ts";
import { startFakeYoutube } from "#tests/support/fakes/youtube.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { type ReadEvent, readEvents, watchUrl } from "#tests/support/world/client.ts";
import type { EnteredProduct } from "#tests/support/world/entered-product.ts";
import { standInEnv } from "#tests/support/world/product.ts";
import { startBenchProduct } from "./bench-product.ts";
import { type FanOut, fanOut, residentKb } from "./fan-out.ts";
import { openViewers } from "./load/viewers.ts";
import { openSessions } from "./open-sessions.ts";

/** The model that is held back answers in time, however long it takes them all to connect. */
const PROVIDER_TIMEOUT_MS = "240000";
const WARM_UP_VIEWERS = 50;
const VIDEO = "manyviewers";

type Told = { viewers: number; events: number; pause_ms: number };

type Around = {
	start?: (env: Record<string, string>) => Promise<EnteredProduct>;
	/** Called when all viewers have gone. */
	beforeStop?: (product: EnteredProduct) => Promise<void>;
};

/**
 * One running analysis watched by many: a single provider rates one statement
 * after another. Also the data of one event, for whoever tells the same.
 */
export async function productFanOut(
	told: Told,
	{ start = startBenchProduct, beforeStop }: Around = {},
): Promise<{ fanned: FanOut; data: string }> {
	const [ai, youtube] = await Promise.all([startFakeAi(), startFakeYoutube()]);
	const product = await start({
		...standInEnv(ai, youtube),
		ANTHROPIC_API_KEY: "",
		GEMINI_API_KEY: "",
		MAX_STATEMENTS: String(told.events),
		RATING_CONCURRENCY: "1",
		PROVIDER_TIMEOUT_MS,
	});
	try {
		const words = told.events * 50;
		youtube.set(VIDEO, longTalk({ number: 1, words, facts: told.events }));
		ai.answer({ extract: extractFacts });
		let begin: (there: unknown) => void = () => {};
		const until = new Promise((resolve) => {
			begin = resolve;
		});
		ai.behave("all", { until }, "extract");
		ai.behave("all", { delay_ms: told.pause_ms }, "rate");
		const events = await analyze(product);
		const witness = await readEvents(events);
		await warmUp(events);
		const alone_kb = residentKb(product.runtime_pid);
		const viewers = await openViewers(events, told.viewers);
		begin("All of them watch.");
		await witness.ended;
		const grown_kb = residentKb(product.runtime_pid) - alone_kb;
		await viewers.ended;
		await beforeStop?.(product);
		const caused_at = causes(witness.events, ai);
		return {
			fanned: fanOut(viewers, caused_at, grown_kb / told.viewers),
			data: JSON.stringify(statements(witness.events)[0]?.data),
		};
	} finally {
		await product.stop();
		await Promise.all([ai.close(), youtube.close()]);
	}
}

/** What the first viewers make the server load and compile is none of the others' share. */
async function warmUp(events: string): Promise<void> {
	const early = await openViewers(events, WARM_UP_VIEWERS);
	early.close();
}

/** Starts the analysis; where its events are. */
async function analyze(product: EnteredProduct): Promise<string> {
	const [member] = await openSessions(product, 1, new Date().toISOString());
	const answer = await fetch(`${product.url}/api/analyze`, {
		method: "POST",
		headers: { "content-type": "application/json", cookie: member?.cookie ?? "" },
		body: JSON.stringify({ url: watchUrl(VIDEO) }),
	});
	if (answer.status !== 202) throw new Error(await answer.text());
	return `${product.url}/api/videos/${VIDEO}/events`;
}

const statements = (events: ReadEvent[]) => events.filter(({ event }) => event === "statement");

/** By event, when the model's answer was sent which the event tells of. */
function causes(events: ReadEvent[], ai: FakeAi): Map<string, number> {
	const answered_at = new Map(
		ai.calls.map(({ statement, ended_at }) => [
			statement,
			(ended_at ?? 0) - performance.timeOrigin,
		]),
	);
	return new Map(
		statements(events).map(({ id, data }) => [
			id,
			answered_at.get((data as Statement).content) ?? 0,
		]),
	);
}
