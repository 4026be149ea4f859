import { and, asc, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import type { AccountExport } from "#contract/account-export.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { adminDecisions } from "#db/tables/audit.ts";
import { claims, creators, responseRevisions, responses } from "#db/tables/channels.ts";
import { disputes } from "#db/tables/disputes.ts";
import { statementPages } from "#db/tables/evidence.ts";
import { followSettings, follows } from "#db/tables/follows.ts";
import { apiKeys, members, oauthIdentities, sessions } from "#db/tables/members.ts";
import { newsletterSubscribers, notifications } from "#db/tables/notifications.ts";
import { requestedAnalyses } from "#db/tables/requests.ts";
import { publications } from "#db/tables/runs.ts";
import { statements, votes } from "#db/tables/statements.ts";
import { speakerNames, videos } from "#db/tables/videos.ts";
import { webhookDeliveries } from "#db/tables/webhooks.ts";
import { TAKEN_DOWN } from "#db/view.ts";
import { FOLLOW_COLUMNS } from "#features/follows/follow-queries.ts";

/** The words of a statement, unless it or its report was taken down. */
const statement = sql<string>`iif(${TAKEN_DOWN} or exists (select 1 from ${videos} where ${videos.id} = ${statements.video_id} and ${videos.hidden_at} is not null), '', ${statements.content})`;

export type StoredExport = Omit<AccountExport, "exported_at" | "account">;

/** Exports all stored data of the member, oldest first, except hashes and the account itself. */
export async function exportMember(db: Db, member_id: MemberId): Promise<StoredExport> {
	const [
		identities,
		open,
		keys,
		cast,
		runs,
		asked,
		added,
		disputed,
		named,
		claimed,
		owned,
		own_notifications,
		listed,
	] = await Promise.all([
		db.select().from(oauthIdentities).where(eq(oauthIdentities.member_id, member_id)),
		db.select().from(sessions).where(eq(sessions.member_id, member_id)),
		db.select().from(apiKeys).where(eq(apiKeys.member_id, member_id)),
		votesOf(db, member_id),
		db
			.select()
			.from(publications)
			.where(eq(publications.started_by, member_id))
			.orderBy(asc(publications.ended_at)),
		db.select().from(requestedAnalyses).where(eq(requestedAnalyses.member_id, member_id)),
		pagesOf(db, member_id),
		disputesOf(db, member_id),
		db.select().from(speakerNames).where(eq(speakerNames.member_id, member_id)),
		db.select().from(claims).where(eq(claims.user_id, member_id)),
		db.select().from(creators).where(eq(creators.user_id, member_id)),
		db.select().from(notifications).where(eq(notifications.member_id, member_id)),
		// Anyone can sign up with another person's address, and must not learn of its subscription.
		db
			.select(getTableColumns(newsletterSubscribers))
			.from(newsletterSubscribers)
			.innerJoin(
				members,
				and(
					eq(members.id, member_id),
					eq(members.email_key, newsletterSubscribers.email_key),
					isNotNull(members.email_confirmed_at),
				),
			),
	]);
	return {
		sign_in_identities: identities.map(without("member_id")),
		sessions: open.map(without("token_hash", "member_id", "expires_at")),
		api_keys: keys.map(without("member_id", "key_hash")),
		votes: cast,
		analyses: runs.map(({ video_id, outcome, started_at, ended_at }) => ({
			video_id,
			outcome,
			started_at,
			ended_at,
		})),
		requested_analyses: asked.map(without("member_id")),
		added_pages: added,
		disputes: disputed,
		speaker_names: named.map(without("member_id", "text_hash")),
		claims: claimed.map(without("user_id")),
		channels: owned.map(without("user_id")),
		responses: await responsesOf(db, member_id),
		webhook_deliveries: (
			await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.member_id, member_id))
		).map(without("member_id")),
		notifications: own_notifications.map(without("member_id")),
		admin_decisions: (
			await db
				.select()
				.from(adminDecisions)
				.where(eq(adminDecisions.admin_id, member_id))
				.orderBy(asc(adminDecisions.decided_at))
		).map(without("admin_id")),
		follows: await db.select(FOLLOW_COLUMNS).from(follows).where(eq(follows.member_id, member_id)),
		following:
			(await db.select().from(followSettings).where(eq(followSettings.member_id, member_id))).map(
				without("member_id", "feed_key_hash", "mail_token", "mail_due_at"),
			)[0] ?? null,
		newsletter:
			listed.map(without("email_key", "token_hash", "code_hash", "code_token_hash"))[0] ?? null,
	};
}

async function votesOf(db: Db, member_id: MemberId) {
	const { statement_id, vote_type, reason, created_at } = votes;
	const { video_id } = statements;
	return db
		.select({
			statement_id,
			statement: statement.as("statement"),
			video_id,
			vote_type,
			reason,
			created_at,
		})
		.from(votes)
		.innerJoin(statements, eq(statements.id, statement_id))
		.where(eq(votes.user_id, member_id))
		.orderBy(asc(created_at));
}

async function pagesOf(db: Db, member_id: MemberId) {
	const { statement_id, created_at } = statementPages;
	const { url, final_url, title, published_at } = statementPages;
	const { video_id } = statements;
	return db
		.select({
			statement_id,
			statement: statement.as("statement"),
			video_id,
			url,
			final_url,
			title,
			published_at,
			created_at,
		})
		.from(statementPages)
		.innerJoin(statements, eq(statements.id, statement_id))
		.where(eq(statementPages.member_id, member_id))
		.orderBy(asc(created_at));
}

async function disputesOf(db: Db, member_id: MemberId) {
	const { id, statement_id, video_id, reason, url, comment } = disputes;
	const { created_at, outcome, settled_at, hidden_at } = disputes;
	const own = {
		id,
		statement_id,
		statement: statement.as("statement"),
		video_id,
		reason,
		url,
		comment,
	};
	return db
		.select({ ...own, created_at, outcome, settled_at, hidden_at })
		.from(disputes)
		.innerJoin(statements, eq(statements.id, statement_id))
		.where(eq(disputes.member_id, member_id))
		.orderBy(asc(created_at));
}

async function responsesOf(db: Db, member_id: MemberId) {
	const own = eq(responses.member_id, member_id);
	const [said, revisions] = await Promise.all([
		db.select().from(responses).where(own).orderBy(asc(responses.created_at)),
		db
			.select()
			.from(responseRevisions)
			.where(
				inArray(
					responseRevisions.response_id,
					sql`(select ${responses.id} from ${responses} where ${own})`,
				),
			)
			.orderBy(asc(responseRevisions.id)),
	]);
	return said.map(({ member_id: _, ...response }) => ({
		...response,
		history: revisions
			.filter(({ response_id }) => response_id === response.id)
			.map(({ body, replaced_at }) => ({ body, replaced_at })),
	}));
}

/** Removes columns that identify the member's row or are secret. */
function without<Name extends string>(...names: Name[]) {
	return <Row extends Record<Name, unknown>>(row: Row): Omit<Row, Name> => {
		const rest: Record<string, unknown> = { ...row };
		for (const name of names) delete rest[name];
		return rest as Omit<Row, Name>;
	};
}
