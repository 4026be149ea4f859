import { and, asc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { HideRequest } from "#contract/disputes.ts";
import type { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import { CreatorResponse } from "#contract/responses.ts";
import { insertRows, runBatch } from "#db/batch.ts";
import type { Db, DbStatement } from "#db/client.ts";
import { uniqueViolation } from "#db/errors.ts";
import { creators, responseRevisions, responses } from "#db/tables/channels.ts";
import { statements } from "#db/tables/statements.ts";
import { videos } from "#db/tables/videos.ts";
import { shownIn, TAKEN_DOWN, type View } from "#db/view.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import { deleteTakedown } from "#features/takedowns/queries.ts";
import { storedText } from "#text/clean.ts";

/** The target of a response, if it exists and is shown. */
export type ResponseTarget = {
	video: Pick<
		typeof videos.$inferSelect,
		"title" | "channel_id" | "channel_name" | "analysis_status"
	> | null;
	statement: { video_id: string; retired_at: string | null } | null;
	/** Whether the member is the verified owner of the video's channel. */
	owns: boolean;
	/** The number of responses by the member to this video, including withdrawn ones. */
	written: number;
	/** Whether the member has a response to this target that is not withdrawn. */
	standing: boolean;
};

export async function readResponseTarget(
	db: Db,
	target: { video_id: VideoId; statement_id: StatementId | null; member_id: MemberId; view: View },
): Promise<ResponseTarget> {
	const { video_id, statement_id, member_id, view } = target;
	const { title, channel_id, channel_name, analysis_status } = videos;
	const { video_id: of_video, retired_at } = statements;
	const is_standing = sql`${responses.statement_id} is ${statement_id} and ${responses.withdrawn_at} is null`;
	const found = await runBatch(db, {
		video: db
			.select({ title, channel_id, channel_name, analysis_status })
			.from(videos)
			.where(and(eq(videos.id, video_id), shownIn(view))),
		statement: db
			.select({ video_id: of_video, retired_at })
			.from(statements)
			.where(eq(statements.id, statement_id ?? "")),
		owner: db
			.select({ id: creators.id })
			.from(creators)
			.innerJoin(videos, eq(videos.channel_id, creators.channel_id))
			.where(and(eq(videos.id, video_id), ownedBy(member_id))),
		answered: db
			.select({
				written: sql<number>`count(*)`.as("written"),
				standing: sql<number>`coalesce(max(${is_standing}), 0)`.as("standing"),
			})
			.from(responses)
			.where(and(eq(responses.video_id, video_id), eq(responses.member_id, member_id))),
	});
	const [answered] = found.answered;
	return {
		video: found.video[0] ?? null,
		statement: found.statement[0] ?? null,
		owns: found.owner.length > 0,
		written: answered?.written ?? 0,
		standing: answered?.standing === 1,
	};
}

export type NewResponse = {
	id: string;
	video_id: VideoId;
	statement_id: StatementId | null;
	member_id: MemberId;
	channel_id: string;
	channel_name: string;
	body: string;
	now: string;
	/** The video's title, for the notification. */
	title: string;
};

/**
 * Stores the response and its notification, and in the same batch `along`, which takes effect only
 * if the response is stored. "standing": the member already has a response there.
 * "changed": the channel or the statement has changed in the meantime.
 */
export async function createResponse(
	db: Db,
	{ now, title, ...fields }: NewResponse,
	along?: (stored: SQL) => DbStatement,
): Promise<CreatorResponse | "standing" | "changed"> {
	const { id: response_id, video_id, member_id, channel_name } = fields;
	const row = {
		...fields,
		body: storedText(fields.body),
		created_at: now,
		updated_at: now,
		withdrawn_at: null,
		hidden_at: null,
	};
	const message = {
		cause: response_id,
		kind: "creator_response",
		member_id: null,
		payload: { video_id, response_id, title, channel_name, author_member_id: member_id },
		now,
	};
	const answerable = sql`${owned(member_id, fields.channel_id)} and ${isLive(fields.statement_id)}`;
	try {
		const stored = sql`exists (select 1 from ${responses} where ${responses.id} = ${response_id})`;
		const { created } = await runBatch(db, {
			message: insertOutboxMessage(db, message, answerable),
			created: insertRows(db, responses, [row], answerable).returning(),
			...(along && { along: along(stored) }),
		});
		const [response] = created;
		// Only a live statement can be answered.
		return response ? toCreatorResponse({ ...response, retired_statement: null }, []) : "changed";
	} catch (error) {
		if (uniqueViolation(error)?.startsWith("responses.")) return "standing";
		throw error;
	}
}

export async function findResponse(
	db: Db,
	response_id: string,
): Promise<{ response: CreatorResponse; member_id: string | null; channel_id: string } | null> {
	const { found, revisions } = await runBatch(db, {
		found: db
			.select(RESPONSE_COLUMNS)
			.from(responses)
			.leftJoin(statements, eq(statements.id, responses.statement_id))
			.where(eq(responses.id, response_id)),
		revisions: db
			.select()
			.from(responseRevisions)
			.where(eq(responseRevisions.response_id, response_id))
			.orderBy(asc(responseRevisions.id)),
	});
	const [row] = found;
	if (!row) return null;
	return {
		response: toCreatorResponse(row, revisions),
		member_id: row.member_id,
		channel_id: row.channel_id,
	};
}

/** Replaces the text and keeps the earlier one. Storing the same text again changes nothing. */
export async function editResponse(
	db: Db,
	edit: { response_id: string; body: string; now: string },
): Promise<void> {
	const body = storedText(edit.body);
	const changes = sql`${standing(edit.response_id)} and ${responses.body} <> ${body}`;
	await db.batch([
		db
			.insert(responseRevisions)
			.select(
				sql`select null, ${responses.id}, ${responses.body}, ${edit.now} from ${responses} where ${changes}`,
			),
		db.update(responses).set({ body, updated_at: edit.now }).where(changes),
	]);
}

export async function withdrawResponse(
	db: Db,
	{ response_id, now }: { response_id: string; now: string },
): Promise<void> {
	await db.update(responses).set({ withdrawn_at: now }).where(standing(response_id));
}

/** Hides the response's text, or shows it again; null if there is no such response. */
export async function hideResponse(
	db: Db,
	hide: HideRequest & { response_id: string; admin_id: MemberId; now: string },
): Promise<CreatorResponse | null> {
	const { response_id, admin_id, hidden, now } = hide;
	const changes = sql`${responses.id} = ${response_id} and (${responses.hidden_at} is null) = ${Number(hidden)}`;
	await db.batch([
		insertAdminDecision(
			db,
			{
				admin_id,
				action: hidden ? "response_hidden" : "response_shown",
				subject_id: response_id,
				subject_label: sql`(select ${responses.channel_name} from ${responses} where ${responses.id} = ${response_id})`,
				reason: hide.reason || null,
				decided_at: now,
			},
			sql`exists (select 1 from ${responses} where ${changes})`,
		),
		db
			.update(responses)
			.set({ hidden_at: hidden ? now : null })
			.where(changes),
		deleteTakedown(
			db,
			{ kind: "response", subject_id: response_id },
			hidden ? sql`false` : sql`true`,
		),
	]);
	return (await findResponse(db, response_id))?.response ?? null;
}

/**
 * Moves the responses to a statement that gets a new id, for example because its verdict changes.
 * Batched with the publication.
 */
export function moveResponses(
	db: Db,
	moves: readonly { from: StatementId; to: StatementId }[],
	condition: SQL,
): DbStatement {
	const encoded = JSON.stringify(Object.fromEntries(moves.map(({ from, to }) => [from, to])));
	const successor = sql`(select value from json_each(${encoded}) where key = ${responses.statement_id})`;
	return db
		.update(responses)
		.set({ statement_id: successor })
		.where(and(sql`${successor} is not null`, condition));
}

function standing(response_id: string): SQL | undefined {
	return and(eq(responses.id, response_id), isNull(responses.withdrawn_at));
}

function ownedBy(member_id: string): SQL {
	return sql`${creators.user_id} = ${member_id} and ${creators.verified} = 1`;
}

function owned(member_id: string, channel_id: string): SQL {
	return sql`exists (select 1 from ${creators} where ${creators.channel_id} = ${channel_id} and ${ownedBy(member_id)})`;
}

function isLive(statement_id: string | null): SQL {
	return statement_id === null
		? sql`true`
		: sql`exists (select 1 from ${statements} where ${statements.id} = ${statement_id} and ${statements.retired_at} is null)`;
}

/** The columns of a response; its statement is joined if it answers one. */
export const RESPONSE_COLUMNS = {
	...getTableColumns(responses),
	retired_statement: sql<
		string | null
	>`case when ${statements.retired_at} is not null and not ${TAKEN_DOWN} then coalesce(nullif(${statements.quote}, ''), ${statements.content}) end`.as(
		"retired_statement",
	),
};

type Revision = Pick<typeof responseRevisions.$inferSelect, "response_id" | "body" | "replaced_at">;

/** The response in its JSON form. A withdrawn or hidden response keeps its dates but none of its texts. */
export function toCreatorResponse(
	row: typeof responses.$inferSelect & { retired_statement: string | null },
	revisions: Revision[],
): CreatorResponse {
	const is_shown = row.withdrawn_at === null && row.hidden_at === null;
	const shown = (body: string) => (is_shown ? body : "");
	return CreatorResponse.parse({
		...row,
		body: shown(row.body),
		hidden_at: row.hidden_at ?? undefined,
		history: revisions
			.filter(({ response_id }) => response_id === row.id)
			.map(({ body, replaced_at }) => ({ body: shown(body), replaced_at })),
	});
}
