import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { MemberId, StatementId, type VideoId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { responses } from "#db/tables/channels.ts";
import { publications } from "#db/tables/runs.ts";
import { statements, votes } from "#db/tables/statements.ts";
import type { Context } from "#worker/context.ts";
import { type CreatorResponded, type Message, parseMessage } from "./messages.ts";
import {
	deliverMessage,
	type Notified,
	notificationId,
	type WaitingMessage,
	waitingMessages,
} from "./outbox-queries.ts";
import { publishNotifications } from "./publish.ts";
import {
	analysisNotification,
	claimNotification,
	evidenceNotification,
	type NotificationText,
	responseNotification,
	webhookNotification,
} from "./wording.ts";

/** The messages that one sweep delivers; the next one delivers the rest. */
const SWEEP_LIMIT = 200;
/** Members notified in one batch, and batches of one message in one sweep. */
const SLICE_MEMBERS = 500;
const SWEEP_SLICES = 10;

type DeliveryContext = Pick<Context, "db" | "objects" | "now" | "log">;

/** Stores one delivery. Tests replace it to delay or lose the write that follows the reads. */
type StoreDelivery = typeof deliverMessage;

/**
 * Turns the messages in the outbox into notifications: all messages, or those of `cause` (a run,
 * a claim, a response). Safe to run repeatedly and concurrently: each member is notified once.
 */
export async function deliverNotifications(
	context: DeliveryContext,
	cause: string | null = null,
	store: StoreDelivery = deliverMessage,
): Promise<void> {
	const stored: Notified[] = [];
	const messages = await waitingMessages(context.db.primary, { cause, limit: SWEEP_LIMIT });
	for (const waiting of messages) {
		try {
			stored.push(...(await deliver(context, waiting, store)));
		} catch (error) {
			// The message waits for the next sweep, and the other messages are still delivered.
			const fields = { id: waiting.id, error: String(error) };
			context.log.warn("notification not delivered", fields);
		}
	}
	await publishNotifications(context, stored);
}

async function deliver(
	context: DeliveryContext,
	waiting: WaitingMessage,
	store: StoreDelivery,
): Promise<Notified[]> {
	const message = parseMessage(waiting.kind, waiting.payload);
	if (message?.kind === "creator_response")
		return deliverToMany(context, waiting, message.payload, store);
	if (!message) {
		const { id, kind } = waiting;
		context.log.warn("notification not understood", { id, kind });
	}
	return store(context.db.primary, {
		message: waiting,
		notice: message && notificationFor(message),
		to: assignIds(waiting, waiting.member_id),
		done: true,
		now: context.now().toISOString(),
	});
}

function notificationFor(
	message: Exclude<Message, { kind: "creator_response" }>,
): NotificationText {
	switch (message.kind) {
		case "new_analysis":
			return analysisNotification(message.payload);
		case "claim_decision":
			return claimNotification(message.payload);
		case "webhook_failed":
			return webhookNotification(message.payload);
		case "evidence_changed":
			return evidenceNotification(message.payload);
	}
}

async function deliverToMany(
	context: DeliveryContext,
	waiting: WaitingMessage,
	responded: CreatorResponded,
	store: StoreDelivery,
): Promise<Notified[]> {
	const { primary } = context.db;
	const standing = await standingResponse(primary, responded.response_id);
	const notice = standing && responseNotification(responded, standing.statement_id);
	const stored: Notified[] = [];
	let { reached } = waiting;
	for (let slices = 0; slices < SWEEP_SLICES; slices += 1) {
		const audience = notice
			? await responseAudience(primary, {
					video_id: responded.video_id,
					author: responded.author_member_id,
					reached,
					limit: SLICE_MEMBERS,
				})
			: [];
		const done = audience.length < SLICE_MEMBERS;
		stored.push(
			...(await store(primary, {
				message: { ...waiting, reached },
				notice,
				to: assignIds(waiting, ...audience),
				done,
				now: context.now().toISOString(),
			})),
		);
		if (done) break;
		reached = audience.at(-1) ?? reached;
	}
	return stored;
}

function assignIds({ id }: WaitingMessage, ...members: (MemberId | null)[]): Notified[] {
	return members.flatMap((member_id) =>
		member_id === null ? [] : [{ id: notificationId(`message:${id}`, member_id), member_id }],
	);
}

/**
 * The statement that a response refers to, null for the whole analysis; no answer if the response
 * was withdrawn.
 */
async function standingResponse(
	db: Db,
	response_id: string,
): Promise<{ statement_id: StatementId | null } | null> {
	const [row] = await db
		.select({ statement_id: statements.id })
		.from(responses)
		.leftJoin(
			statements,
			and(eq(statements.id, responses.statement_id), isNull(statements.retired_at)),
		)
		.where(and(eq(responses.id, response_id), isNull(responses.withdrawn_at)));
	if (!row) return null;
	const { statement_id } = row;
	return { statement_id: statement_id === null ? null : StatementId.parse(statement_id) };
}

/**
 * The members who started an analysis of the video or voted on it, except the author, in order of
 * id after `reached`.
 */
async function responseAudience(
	db: Db,
	asked: { video_id: VideoId; author: MemberId; reached: string | null; limit: number },
): Promise<MemberId[]> {
	const { video_id, author, limit } = asked;
	const reached = asked.reached ?? "";
	const rows = await union(
		db
			.select({ id: publications.started_by })
			.from(publications)
			.where(
				and(
					eq(publications.video_id, video_id),
					gt(publications.started_by, reached),
					ne(publications.started_by, author),
				),
			),
		db
			.select({ id: votes.user_id })
			.from(votes)
			.innerJoin(statements, eq(statements.id, votes.statement_id))
			.where(
				and(
					eq(statements.video_id, video_id),
					gt(votes.user_id, reached),
					ne(votes.user_id, author),
				),
			),
	)
		.orderBy(sql`1`)
		.limit(limit);
	return rows.map(({ id }) => MemberId.parse(id));
}
