import { and, eq, or, sql } from "drizzle-orm";
import { VideoId } from "#contract/ids.ts";
import type { TakedownKind } from "#contract/takedowns.ts";
import type { Db } from "#db/client.ts";
import { responses } from "#db/tables/channels.ts";
import { disputes } from "#db/tables/disputes.ts";
import { statementPages } from "#db/tables/evidence.ts";
import { statements } from "#db/tables/statements.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { hideResponse } from "#features/channels/response-queries.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import { findSpeakerName } from "#features/speaker-names/queries.ts";
import {
	deleteTakedown,
	findTakedown,
	insertTakedown,
	isTakenDown,
} from "#features/takedowns/queries.ts";
import { hideDispute } from "#features/votes/dispute-review-queries.ts";
import type { Changed, Decision } from "./decision.ts";

/** Hides a dispute's page and comment, or shows them again; null if there is no such dispute. */
export async function changeDispute(
	db: Db,
	id: string,
	decision: Decision,
): Promise<Changed | null> {
	const { member_id, video_id } = disputes;
	const [row] = await db
		.select({ member_id, video_id, label: statements.content })
		.from(disputes)
		.innerJoin(statements, eq(statements.id, disputes.statement_id))
		.where(eq(disputes.id, id));
	if (!row) return null;
	const changed = await store(db, { kind: "dispute", id, ...row }, decision);
	await hideDispute(db, { ...asHide(decision), dispute_id: id });
	return { video_id: VideoId.parse(row.video_id), changed };
}

/**
 * Hides a page that a member added to a statement of the video, or shows it again; null if nobody
 * added it. The id has the video's and the page's address, as it was written or where it led.
 */
export async function changePage(db: Db, id: string, decision: Decision): Promise<Changed | null> {
	const [video = "", address = ""] = id.split(" ", 2);
	const video_id = VideoId.safeParse(video);
	if (!video_id.success || address === "") return null;
	const { member_id, url, final_url, title } = statementPages;
	const taken = await findTakedown(db, "page", id);
	const [row] = await db
		.select({ member_id, url, label: title })
		.from(statementPages)
		.innerJoin(statements, eq(statements.id, statementPages.statement_id))
		.where(
			and(eq(statements.video_id, video_id.data), or(eq(url, address), eq(final_url, address))),
		);
	// Its member's account may have been deleted since.
	const page = row ?? (taken && { member_id: null, url: address, label: taken.label });
	if (!page) return null;
	const words = {
		kind: "page" as const,
		id: `${video_id.data} ${page.url}`,
		...page,
		video_id: video_id.data,
	};
	const changed = await store(db, words, decision);
	return { video_id: video_id.data, changed, subject_id: words.id };
}

/** Hides a creator's response, or shows it again; null if there is no such response. */
export async function changeResponse(
	db: Db,
	id: string,
	decision: Decision,
): Promise<Changed | null> {
	const { member_id, video_id, channel_name: label } = responses;
	const [row] = await db
		.select({ member_id, video_id, label })
		.from(responses)
		.where(eq(responses.id, id));
	if (!row) return null;
	const changed = await store(db, { kind: "response", id, ...row }, decision);
	await hideResponse(db, { ...asHide(decision), response_id: id });
	return { video_id: VideoId.parse(row.video_id), changed };
}

/**
 * Hides the name that a member gave a speaker, or shows it again; null if nobody gave it one. The id
 * has the video's id and the speaker, as the transcript writes it.
 */
export async function changeSpeakerName(
	db: Db,
	id: string,
	decision: Decision,
): Promise<Changed | null> {
	const [named, taken] = await Promise.all([
		findSpeakerName(db, id),
		findTakedown(db, "speaker_name", id),
	]);
	// It may have been deleted since, with the account or the transcript.
	const label = named?.name ?? taken?.label;
	const video_id = VideoId.safeParse(named?.video_id ?? taken?.video_id);
	if (label === undefined || !video_id.success) return null;
	const words = { kind: "speaker_name" as const, id, label, video_id: video_id.data };
	const member_id = named?.member_id ?? null;
	const changed = await store(db, { ...words, member_id }, decision);
	return { video_id: video_id.data, changed };
}

function asHide({ hide, audit_reason, admin_id, now }: Decision) {
	return { hidden: hide !== null, reason: audit_reason ?? undefined, admin_id, now };
}

type Words = {
	kind: Extract<TakedownKind, "page" | "dispute" | "response" | "speaker_name">;
	id: string;
	member_id: string | null;
	video_id: string;
	label: string;
	/** Of a page. */
	url?: string | null;
};

function pageWords({ url = null }: Pick<Words, "url">) {
	return { claim_key: null, quote: null, quote_key: null, content: url };
}

/** Stores the reason and tells the author; false if it was so already. */
async function store(db: Db, words: Words, decision: Decision): Promise<boolean> {
	const { kind, id, member_id, video_id, label } = words;
	const { hide, admin_id, cause, now } = decision;
	const taken = await findTakedown(db, kind, id);
	if ((taken !== null) === (hide !== null)) return false;
	const is_hidden = isTakenDown(kind, id);
	const changes = hide ? sql`not ${is_hidden}` : is_hidden;
	const payload = {
		subject: kind,
		video_id,
		label,
		reason: hide?.reason ?? null,
		sentence: hide?.sentence ?? "",
	};
	await db.batch([
		insertAdminDecision(
			db,
			{
				admin_id,
				action: `${kind === "speaker_name" ? kind : "page"}_${hide ? "hidden" : "shown"}`,
				subject_id: id,
				subject_label: label,
				reason: decision.audit_reason,
				decided_at: now,
			},
			// The feature that a dispute or a response belongs to writes the line itself.
			kind === "page" || kind === "speaker_name" ? changes : sql`false`,
		),
		insertOutboxMessage(
			db,
			{ cause, kind: "taken_down", member_id, payload, now },
			member_id === null ? sql`false` : changes,
		),
		hide
			? insertTakedown(
					db,
					{
						...{ kind, subject_id: id, video_id, label, ...hide },
						...{ hidden_at: now, hidden_by: admin_id, words: pageWords(words) },
					},
					sql`true`,
				)
			: deleteTakedown(db, { kind, subject_id: id }, sql`true`),
	]);
	return true;
}
