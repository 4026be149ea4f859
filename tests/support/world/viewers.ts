import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Analysis, AnalyzeRequest } from "#contract/analysis.ts";
import type { Notification, Notifications } from "#contract/notifications.ts";
import type { Report } from "#contract/video.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import {
	aStatement,
	freshVideoId,
	someMetadata,
} from "../fixtures/publications.ts";
import {
	type Client,
	createClient,
	type EventReader,
	type ReadEvent,
	readEvents,
	watchUrl,
} from "./client.ts";
import type { Product, SharedProduct } from "./product.ts";
import { databaseOf, published, type SignedIn } from "./signed-in.ts";

/** Somebody who keeps a page open: a lost stream is taken up again where it broke off. */
export type Viewer = {
	/** Everything that came so far, over all connections, in order. */
	readonly events: ReadEvent[];
	/** How often a stream was opened. */
	readonly connections: number;
	/** Resolves when the server wants no further reconnect; rejects as EventSource gives up. */
	done: Promise<void>;
	leave: () => void;
};

const NO_MORE = 204;
const LATER = 503;

/**
 * Watches as EventSource does, but comes back after `reconnect_ms`, whatever the server asks;
 * a `patient` one also after 503, as the web app does.
 */
export function watch(
	url: string,
	reconnect_ms: number,
	{ patient = false } = {},
): Viewer {
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
		if (reader.status !== 200)
			throw new Error(`The stream answered ${reader.status}.`);
		connections++;
		current = reader;
		await reader.ended;
		past.push(...reader.events);
		current = null;
	}

	const done = follow();
	// Who never waits for the end does not hear of it.
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
	/** Everything that the run told, from its first event on. */
	events: ReadEvent[];
	/** What the last progress event said. */
	analysis: Analysis | null;
	/** As it is after the run. */
	report: Report;
};

/** Starts a run, follows it to its end and reads what it left. */
export async function runToEnd(
	client: Client,
	video_id: string,
	options: Omit<AnalyzeRequest, "url"> = {},
): Promise<EndedRun> {
	const answer = await client.analyze(watchUrl(video_id), options);
	expect(answer.status, JSON.stringify(answer.body)).toBe(202);
	const stream = await client.events(video_id);
	const ending = await stream.until(
		({ event }) => event === "completed" || event === "failed",
	);
	await stream.ended;
	// A quick run may have told most of it before the stream was open.
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

export const NOTIFICATIONS = "/api/notifications";

export async function listOf(client: Client): Promise<Notifications> {
	return (await client.get<Notifications>(NOTIFICATIONS)).body;
}

/** The client's stream of notifications. */
export function listenAs(
	product: SharedProduct,
	client: Client,
	last_event_id?: string,
): Promise<EventReader> {
	const url = `${product.url}${NOTIFICATIONS}/events`;
	return readEvents(url, last_event_id, client.cookie());
}

/** The same member on another device. */
export async function elsewhere(
	product: SharedProduct,
	{ id }: SignedIn,
): Promise<Client> {
	const token = newToken();
	await createSession(await databaseOf(product), {
		token_hash: hashToken(token),
		member_id: id,
		created_at: new Date().toISOString(),
		expires_at: "2999-01-01T00:00:00.000Z",
		user_agent: null,
	});
	return createClient(product.url, `session=${token}`);
}

/** An analysis of "The harbour" whose server died just after the publication: nobody was told. */
export function publishedUntold(
	product: SharedProduct,
	{ id: member_id }: SignedIn,
): Promise<CompletedRun> {
	const video_id = freshVideoId();
	const title = "The harbour";
	const bs_score = 20;
	const ended = { video_id, title, status: "completed", bs_score };
	const payload = { ...ended, claims_count: 1, simulated: false };
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

/** So many notifications for the member, delivered; newest first. */
export async function notified(
	product: Product,
	client: SignedIn,
	count: number,
): Promise<Notification[]> {
	for (let n = 0; n < count; n += 1) await publishedUntold(product, client);
	await product.server.runScheduled();
	return (await listOf(client)).notifications;
}
