import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { VideoId } from "#contract/ids.ts";
import { Takedown, type TakedownKind, type Takedowns } from "#contract/takedowns.ts";
import type { Databases, Db, DbStatement } from "#db/client.ts";
import { cutPage, decodePlace } from "#db/cursors.ts";
import { queryTemplate } from "#db/query-template.ts";
import { statements } from "#db/tables/statements.ts";
import { takedowns } from "#db/tables/takedowns.ts";
import { TAKEN_DOWN } from "#db/view.ts";
import { storedText } from "#text/clean.ts";
import type { HiddenWords } from "./hidden-words.ts";

type TakedownRow = typeof takedowns.$inferSelect;

/** The takedown of a video's report; no row if it is shown. */
export const readVideoTakedown = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select()
		.from(takedowns)
		.where(and(eq(takedowns.kind, "video"), eq(takedowns.subject_id, video_id))),
);

/** null if it is shown. */
export async function findTakedown(
	db: Db,
	kind: TakedownKind,
	id: string,
): Promise<Takedown | null> {
	const [row] = await db
		.select()
		.from(takedowns)
		.where(and(eq(takedowns.kind, kind), eq(takedowns.subject_id, id)));
	return row ? toTakedown(row) : null;
}

/** The takedown of a claim's statement, or else null; the latest if there are several. */
export async function findClaimTakedown(db: Db, key: string): Promise<Takedown | null> {
	const [row] = await db
		.select()
		.from(takedowns)
		.where(eq(takedowns.claim_key, key))
		.orderBy(sql`${takedowns.hidden_at} desc`)
		.limit(1);
	return row ? toTakedown(row) : null;
}

/** The takedown of a video's report or, if a statement is named, of that. */
export async function findReportTakedown(
	{ near }: Pick<Databases, "near">,
	video_id: string,
	statement_id: string | null = null,
): Promise<Takedown | null> {
	const of = (kind: TakedownKind, id: string) =>
		and(eq(takedowns.kind, kind), eq(takedowns.subject_id, id));
	const rows = await near
		.select()
		.from(takedowns)
		.where(
			or(
				of("video", video_id),
				statement_id === null
					? undefined
					: and(of("statement", statement_id), eq(takedowns.video_id, video_id)),
			),
		)
		.orderBy(sql`${takedowns.kind} desc`);
	return rows[0] ? toTakedown(rows[0]) : null;
}

/** The words of a video's statements that are taken down. */
export async function hiddenStatements(db: Db, video_id: VideoId): Promise<HiddenWords[]> {
	const rows = await db
		.select()
		.from(takedowns)
		.where(and(eq(takedowns.kind, "statement"), eq(takedowns.video_id, video_id)));
	return rows.map(toHiddenWords);
}

/** Their ids, and those of their earlier and later forms. */
export async function takenDownIds(db: Db, video_id: VideoId): Promise<Set<string>> {
	const rows = await db
		.select({ id: statements.id })
		.from(statements)
		.where(and(eq(statements.video_id, video_id), TAKEN_DOWN));
	return new Set(rows.map(({ id }) => id));
}

/** The words of hidden statements for a batch. */
export const readHiddenStatements = queryTemplate(["video_id"], (db, { video_id }) =>
	db
		.select()
		.from(takedowns)
		.where(and(eq(takedowns.kind, "statement"), eq(takedowns.video_id, video_id))),
);

export function toHiddenWords(row: TakedownRow): HiddenWords {
	const { subject_id: id, quote, quote_key, content } = row;
	return { id, quote: quote ?? "", quote_key: quote_key ?? "", content: content ?? "" };
}

/** One page of everything that is taken down, newest first. */
export async function listTakedowns(
	db: Db,
	{ cursor, limit }: { cursor: string | null; limit: number },
): Promise<Takedowns | "bad_cursor"> {
	const after = cursor === null ? null : decodePlace(cursor);
	if (cursor !== null && after === null) return "bad_cursor";
	const { hidden_at, kind, subject_id } = takedowns;
	const key = sql`${kind} || ' ' || ${subject_id}`;
	const rows = await db
		.select()
		.from(takedowns)
		.where(after ? sql`(${hidden_at}, ${key}) < (${after.at}, ${after.key})` : undefined)
		.orderBy(sql`${hidden_at} desc, ${key} desc`)
		.limit(limit + 1);
	const { page, next_cursor } = cutPage(rows, limit, (row) => ({
		at: row.hidden_at,
		key: `${row.kind} ${row.subject_id}`,
	}));
	return { hidden: page.map(toTakedown), next_cursor };
}

export function toTakedown({ subject_id, ...row }: TakedownRow): Takedown {
	return Takedown.parse({ ...row, id: subject_id });
}

type NewTakedown = Pick<
	TakedownRow,
	"kind" | "subject_id" | "reason" | "sentence" | "hidden_at"
> & {
	hidden_by: string;
	/** The text itself, or a subquery for it. */
	label: string | SQL;
	video_id: string | SQL | null;
	/** Of a statement. */
	words?: Pick<TakedownRow, "claim_key" | "quote" | "quote_key" | "content">;
};

/** For the batch that takes something down. Taking it down again changes nothing. */
export function insertTakedown(db: Db, it: NewTakedown, condition: SQL): DbStatement {
	const { kind, subject_id, reason, hidden_at, hidden_by, label, video_id } = it;
	const { claim_key = null, quote = null, quote_key = null, content = null } = it.words ?? {};
	const named = typeof label === "string" ? sql`${storedText(label)}` : label;
	return db
		.insert(takedowns)
		.select(
			sql`select ${kind}, ${subject_id}, ${video_id}, ${named}, ${reason}, ${storedText(it.sentence)}, ${hidden_at}, ${hidden_by}, ${claim_key}, ${quote}, ${quote_key}, ${content} where ${condition}`,
		)
		.onConflictDoNothing();
}

export function deleteTakedown(
	db: Db,
	{ kind, subject_id }: Pick<TakedownRow, "kind" | "subject_id">,
	condition: SQL,
): DbStatement {
	return db
		.delete(takedowns)
		.where(and(eq(takedowns.kind, kind), eq(takedowns.subject_id, subject_id), condition));
}

/** SQL condition: it is taken down. */
export function isTakenDown(kind: TakedownKind, id: string): SQL {
	return sql`exists (select 1 from ${takedowns} where ${takedowns.kind} = ${kind} and ${takedowns.subject_id} = ${id})`;
}
