import { and, eq, sql } from "drizzle-orm";
import type { VideoId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { activeRuns } from "#db/tables/runs.ts";
import { videos } from "#db/tables/videos.ts";
import { moveCounters } from "#features/analysis/publication-queries.ts";
import { insertAdminDecision } from "#features/audit/queries.ts";
import { forgetNotifications } from "#features/notifications/forget-queries.ts";
import { insertOutboxMessage } from "#features/notifications/messages.ts";
import {
	deleteTakedown,
	findTakedown,
	insertTakedown,
	isTakenDown,
} from "#features/takedowns/queries.ts";
import type { Changed, Decision } from "./decision.ts";

/** Takes a video's report down, or shows it again; null if there is neither a report nor a run. */
export async function changeVideo(
	db: Db,
	video_id: VideoId,
	decision: Decision,
): Promise<Changed | null> {
	const [row] = await db
		.select({ title: videos.title, started_by: videos.started_by })
		.from(videos)
		.where(eq(videos.id, video_id));
	const [run] = await db
		.select({ started_by: activeRuns.started_by })
		.from(activeRuns)
		.where(eq(activeRuns.video_id, video_id));
	if (!row && !run) return null;
	const taken = await findTakedown(db, "video", video_id);
	if ((taken !== null) === (decision.hide !== null)) return { video_id, changed: false };
	const title = row?.title ?? taken?.label ?? "";
	const started_by = row?.started_by ?? run?.started_by ?? null;
	await db.batch(
		decision.hide
			? hideVideo(db, { video_id, title, started_by }, decision, decision.hide)
			: showVideo(db, { video_id, title, started_by }, decision),
	);
	return { video_id, changed: true };
}

type Found = { video_id: VideoId; title: string; started_by: string | null };

/** The totals are counted before and after, because a hidden report is in none. */
function hideVideo(
	db: Db,
	{ video_id, title, started_by }: Found,
	decision: Decision,
	hide: NonNullable<Decision["hide"]>,
) {
	const { now, admin_id } = decision;
	const is_hidden = isTakenDown("video", video_id);
	const is_new = sql`not ${is_hidden}`;
	return [
		auditVideo(db, { video_id, title }, decision, is_new),
		moveCounters(db, video_id, -1, is_new),
		// Before its own message, which is about the video too.
		...forgetNotifications(db, { video_id, of: "report" }, is_new),
		...tell(db, { video_id, title, started_by }, decision, is_new),
		insertTakedown(
			db,
			{
				kind: "video",
				subject_id: video_id,
				video_id,
				label: title,
				...hide,
				hidden_at: now,
				hidden_by: admin_id,
			},
			sql`true`,
		),
		db
			.update(videos)
			.set({ hidden_at: now })
			.where(and(eq(videos.id, video_id), sql`${videos.hidden_at} is null`)),
	] as const;
}

function showVideo(db: Db, found: Found, decision: Decision) {
	const { video_id } = found;
	const is_hidden = isTakenDown("video", video_id);
	return [
		auditVideo(db, found, decision, is_hidden),
		...tell(db, found, decision, is_hidden),
		db
			.update(videos)
			.set({ hidden_at: null })
			.where(and(eq(videos.id, video_id), is_hidden)),
		moveCounters(db, video_id, 1, is_hidden),
		deleteTakedown(db, { kind: "video", subject_id: video_id }, sql`true`),
	] as const;
}

function auditVideo(
	db: Db,
	{ video_id, title }: Pick<Found, "video_id" | "title">,
	{ hide, audit_reason, admin_id, now }: Decision,
	condition: ReturnType<typeof sql>,
) {
	return insertAdminDecision(
		db,
		{
			admin_id,
			action: hide ? "video_hidden" : "video_shown",
			subject_id: video_id,
			subject_label: title,
			reason: audit_reason,
			decided_at: now,
		},
		condition,
	);
}

/** Notifies the member who started the latest analysis. */
function tell(
	db: Db,
	{ video_id, title, started_by }: Found,
	{ hide, cause, now }: Decision,
	condition: ReturnType<typeof sql>,
) {
	if (started_by === null) return [];
	const payload = {
		subject: "video",
		video_id,
		label: title,
		reason: hide?.reason ?? null,
		sentence: hide?.sentence ?? "",
	};
	return [
		insertOutboxMessage(
			db,
			{ cause, kind: "taken_down", member_id: started_by, payload, now },
			condition,
		),
	];
}
