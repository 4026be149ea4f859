import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Analysis, AnalyzeRequest } from "#contract/analysis.ts";
import type { Notification, Notifications } from "#contract/notifications.ts";
import type { Report } from "#contract/video.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { aStatement, freshVideoId, someMetadata } from "../fixtures/publications.ts";
import {
	type Client,
	createClient,
	type EventReader,
	type ReadEvent,
	readEvents,
	watchUrl,
} from "./client.ts";
import type { Product, SharedProduct } from "./product.ts";
import { databaseOf, openSession, published, type SignedIn } from "./signed-in.ts";

/** A viewer who keeps a page open and resumes a lost stream. */
export type Viewer = {
	/** All events so far, over all connections, in order. */
	readonly events: ReadEvent[];
	/** How often a stream was opened. */
	readonly connections: number;
	/** Resolves when the server asks to stop reconnecting; rejects as EventSource does. */
	done: Promise<void>;
	leave: () => void;
};

const NO_MORE = 204;
const LATER = 503;

/**
 * Watches like EventSource, but reconnects after `reconnect_ms`, whatever the server asks; a
 * `patient` viewer also after 503, like the web app.
 */
export function watch(url: string, reconnect_ms: number, { patient = false } = {}): Viewer {
	const past: ReadEvent[] = [];
	let current: EventReader | null = null;
	let connections = 0;
	let gone = false;

	const lastId = () => past.findLast(({ id }) => id !== "")?.id;

	async function follow(): Promise<void> {
		while (!gone) {
			const reader = await readEvents(url, lastId()).catch(() => null);
			if (reader?.status === NO_MORE) return;
			if (reader && !(patient && reader.status === LATER)) await takeIn(reader);
			await sleep(reconnect_ms);
		}
	}

	async function takeIn(reader: EventReader): Promise<void> {
		if (reader.status !== 200) throw new Error(`The stream answered ${reader.status}.`);
		current = reader;
		await reader.ended;
		// A stream that was opened for a moment, because an end was not known everywhere yet.
		if (reader.events.length > 0) connections++;
		past.push(...reader.events);
		current = null;
	}

	const done = follow();
	// Avoids an unhandled rejection if the end is never awaited.
	done.catch(() => {});
	return {
		get events() {
			return [...past, ...(current?.events ?? [])];
		},
		get connections() {
			return connections;
		},
		done,
		leave: () => {
			gone = true;
			current?.close();
		},
	};
}

export type EndedRun = {
	/** "completed" or "failed". */
	ending: ReadEvent;
	/** All events of the run, from the first. */
	events: ReadEvent[];
	/** The last progress event's analysis. */
	analysis: Analysis | null;
	/** The report after the run. */
	report: Report;
};

/** Starts a run, follows it to its end and reads the report. */
export async function runToEnd(
	client: Client,
	video_id: string,
	options: Omit<AnalyzeRequest, "url"> = {},
): Promise<EndedRun> {
	const answer = await client.analyze(watchUrl(video_id), options);
	expect(answer.status, JSON.stringify(answer.body)).toBe(202);
	const stream = await client.events(video_id);
	const ending = await stream.until(({ event }) => event === "completed" || event === "failed");
	await stream.ended;
	// A fast run may have sent most events before the stream was open.
	const [run] = ending.id.split("-");
	const whole = await client.events(video_id, `${run}-0`);
	await whole.ended;
	const progress = whole.events.filter(({ event }) => event === "progress");
	const last = progress.at(-1)?.data as { analysis: Analysis } | undefined;
	return {
		ending,
		events: whole.events,
		analysis: last?.analysis ?? null,
		report: await client.report(video_id),
	};
}

/** The report when so many runs of the video have ended. */
export async function reportAfter(
	product: Pick<SharedProduct, "rows" | "visitor">,
	video_id: string,
	runs: number,
): Promise<Report> {
	const ended = () => product.rows("select run_id from publications where video_id = ?", video_id);
	await expect.poll(async () => (await ended()).length, { timeout: 30_000 }).toBe(runs);
	return product.visitor().report(video_id);
}

export const NOTIFICATIONS = "/api/notifications";

export async function listOf(client: Client): Promise<Notifications> {
	return (await client.get<Notifications>(NOTIFICATIONS)).body;
}

/** The client's notification stream. */
export function listenAs(
	product: SharedProduct,
	client: Client,
	last_event_id?: string,
): Promise<EventReader> {
	const url = `${product.url}${NOTIFICATIONS}/events`;
	return readEvents(url, last_event_id, client.cookie());
}

/** The same member on another device. */
export async function elsewhere(product: SharedProduct, { id }: SignedIn): Promise<Client> {
	return createClient(product.url, await openSession(await databaseOf(product), id));
}

/** An analysis of "The harbour" whose server died right after the publication, before notifying. */
export function publishedUntold(
	product: SharedProduct,
	{ id: member_id }: SignedIn,
): Promise<CompletedRun> {
	const video_id = freshVideoId();
	const title = "The harbour";
	const bs_score = 20;
	const ended = { video_id, title, status: "completed", bs_score };
	const rests_on = { basis: "memory", coverage: { checkable: 0, checked: 0 }, lean: null };
	const payload = { ...ended, claims_count: 1, simulated: false, ...rests_on };
	return published(product, {
		video_id,
		started_by: member_id,
		ended_at: new Date().toISOString(),
		metadata: someMetadata({ title }),
		statements: [aStatement({ ai_score: bs_score })],
		bs_score,
		outbox: [{ kind: "new_analysis", member_id, payload }],
	});
}

/** That many delivered notifications of the member, newest first. */
export async function notified(
	product: Product,
	client: SignedIn,
	count: number,
): Promise<Notification[]> {
	for (let n = 0; n < count; n += 1) await publishedUntold(product, client);
	await product.server.runScheduled();
	return (await listOf(client)).notifications;
}
