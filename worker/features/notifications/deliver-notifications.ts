import { and, eq, gt, isNotNull, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { union } from "drizzle-orm/sqlite-core";
import { MemberId, StatementId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { responses } from "#db/tables/channels.ts";
import { follows } from "#db/tables/follows.ts";
import { members } from "#db/tables/members.ts";
import { publications } from "#db/tables/runs.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { isListedAdmin } from "#identity/require.ts";
import { emailKeys } from "#text/email-address.ts";
import type { Context } from "#worker/context.ts";
import {
	type CreatorResponded,
	type DisputeSettled,
	type Message,
	parseMessage,
	type VerdictMoved,
} from "./messages.ts";
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
	disputeNotification,
	evidenceNotification,
	movedNotification,
	type NotificationText,
	responseNotification,
	reviewNotification,
	takedownNotification,
	webhookNotification,
} from "./wording.ts";

/** The messages that one sweep delivers; the next one delivers the rest. */
const SWEEP_LIMIT = 200;
/** Members notified in one batch, and batches of one message in one sweep. */
const SLICE_MEMBERS = 500;
const SWEEP_SLICES = 10;

type DeliveryContext = Pick<Context, "db" | "objects" | "now" | "log" | "settings">;

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
	if (message?.kind === "creator_response") {
		const responded = message.payload;
		const { primary } = context.db;
		const standing = await standingResponse(primary, responded.response_id);
		const notice = standing && responseNotification(responded, standing.statement_id);
		const audience = (reached: string) => responseAudience(primary, responded, reached);
		return deliverToMany(context, waiting, { notice, audience }, store);
	}
	if (message?.kind === "verdict_moved") {
		const notice = movedNotification(message.payload);
		const audience = (reached: string) => followers(context.db.primary, message.payload, reached);
		return deliverToMany(context, waiting, { notice, audience }, store);
	}
	if (message?.kind === "review_needed") {
		const notice = reviewNotification(message.payload);
		const audience = (reached: string) => adminsAfter(context, reached);
		return deliverToMany(context, waiting, { notice, audience }, store);
	}
	if (message?.kind === "dispute_settled" && waiting.member_id === null) {
		const notice = disputeNotification(message.payload, false);
		const audience = (reached: string) =>
			claimFollowers(context.db.primary, message.payload, reached);
		return deliverToMany(context, waiting, { notice, audience }, store);
	}
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
	message: Exclude<Message, { kind: "creator_response" | "verdict_moved" | "review_needed" }>,
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
		case "dispute_settled":
			return disputeNotification(message.payload, true);
		case "taken_down":
			return takedownNotification(message.payload);
	}
}

/** A notification for several members. */
type Announcement = {
	/** null if there is nothing to notify of any more. */
	notice: NotificationText | null;
	/** The next members in order of id, at most SLICE_MEMBERS. */
	audience: (reached: string) => Promise<MemberId[]>;
};

async function deliverToMany(
	context: DeliveryContext,
	waiting: WaitingMessage,
	{ notice, audience }: Announcement,
	store: StoreDelivery,
): Promise<Notified[]> {
	const { primary } = context.db;
	const stored: Notified[] = [];
	let { reached } = waiting;
	for (let slices = 0; slices < SWEEP_SLICES; slices += 1) {
		const members = notice ? await audience(reached ?? "") : [];
		const done = members.length < SLICE_MEMBERS;
		stored.push(
			...(await store(primary, {
				message: { ...waiting, reached },
				notice,
				to: assignIds(waiting, ...members),
				done,
				now: context.now().toISOString(),
			})),
		);
		if (done) break;
		reached = members.at(-1) ?? reached;
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
	{ video_id, author_member_id: author }: CreatorResponded,
	reached: string,
): Promise<MemberId[]> {
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
		.limit(SLICE_MEMBERS);
	return rows.map(({ id }) => MemberId.parse(id));
}

/**
 * The followers of the video or its channel, or those of the claim who follow neither, in order of
 * id after `reached`. Who started the run has watched it.
 */
async function followers(
	db: Db,
	{ video_id, channel_id, claim_key, started_by }: VerdictMoved,
	reached: string,
): Promise<MemberId[]> {
	const { kind, subject, member_id: id } = follows;
	const of_video = or(
		and(eq(kind, "video"), eq(subject, video_id)),
		channel_id === null ? undefined : and(eq(kind, "channel"), eq(subject, channel_id)),
	);
	const members = db.select({ id }).from(follows).where(of_video);
	const rows = await db
		.selectDistinct({ id })
		.from(follows)
		.where(
			and(
				gt(id, reached),
				started_by === null ? undefined : ne(id, started_by),
				claim_key === null
					? of_video
					: and(eq(kind, "claim"), eq(subject, claim_key), notInArray(id, members)),
			),
		)
		.orderBy(id)
		.limit(SLICE_MEMBERS);
	return rows.map((row) => MemberId.parse(row.id));
}

/** Who follows the claim of a disputed statement, without who disputed it. */
async function claimFollowers(
	db: Db,
	{ claim_key, disputed_by }: DisputeSettled,
	reached: string,
): Promise<MemberId[]> {
	const { kind, subject, member_id: id } = follows;
	const rows = await db
		.selectDistinct({ id })
		.from(follows)
		.where(
			and(eq(kind, "claim"), eq(subject, claim_key), gt(id, reached), ne(id, disputed_by ?? "")),
		)
		.orderBy(id)
		.limit(SLICE_MEMBERS);
	return rows.map((row) => MemberId.parse(row.id));
}

/** The site's admins who have confirmed their address. */
async function adminsAfter(
	{ db, settings }: Pick<Context, "db" | "settings">,
	reached: string,
): Promise<MemberId[]> {
	const keys = JSON.stringify(settings.ADMIN_EMAILS.flatMap(emailKeys));
	const rows = await db.primary
		.select({ id: members.id, email: members.email })
		.from(members)
		.where(
			and(
				sql`${members.email_key} in (select value from json_each(${keys}))`,
				isNotNull(members.email_confirmed_at),
				gt(members.id, reached),
			),
		)
		.orderBy(members.id);
	return rows
		.filter(({ email }) => isListedAdmin(email, settings.ADMIN_EMAILS))
		.slice(0, SLICE_MEMBERS)
		.map(({ id }) => MemberId.parse(id));
}
