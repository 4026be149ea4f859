import type { Notification, Notifications } from "#contract/notifications.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { type Client, createClient } from "./client.ts";
import { type EventReader, readEvents } from "./event-reader.ts";
import type { Product } from "./product.ts";
import { aStatement, freshVideoId, someMetadata } from "./publications.ts";
import { databaseOf, published, type SignedIn } from "./signed-in.ts";

export const NOTIFICATIONS = "/api/notifications";

export async function listOf(client: Client): Promise<Notifications> {
	return (await client.get<Notifications>(NOTIFICATIONS)).body;
}

/** The client's stream of notifications. */
export function listenAs(
	product: Product,
	client: Client,
	last_event_id?: string,
): Promise<EventReader> {
	const url = `${product.url}${NOTIFICATIONS}/events`;
	return readEvents(url, last_event_id, client.cookie());
}

/** The same member on another device. */
export async function elsewhere(
	product: Product,
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
	product: Product,
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
