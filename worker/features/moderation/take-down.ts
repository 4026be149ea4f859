import { MemberId, StatementId, VideoId } from "#contract/ids.ts";
import { TAKEDOWN_REASONS } from "#contract/takedown-words.ts";
import { type Takedown, type TakedownKind, TakenDown } from "#contract/takedowns.ts";
import { accountClosedMail } from "#features/accounts/mail/mails.ts";
import { sendNotice } from "#features/accounts/mail/site-mailer.ts";
import { analysisObject, type TakenDownPart } from "#features/analysis/objects.ts";
import { checkWithoutPages } from "#features/disputes/check-without-pages.ts";
import { deliverNotifications } from "#features/notifications/deliver-notifications.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { findTakedown } from "#features/takedowns/queries.ts";
import { problem } from "#http/problems.ts";
import type { Context } from "#worker/context.ts";
import { changeAccount, findAddress } from "./account-queries.ts";
import type { Changed, Decision } from "./decision.ts";
import {
	changeDispute,
	changePage,
	changeResponse,
	changeSpeakerName,
} from "./member-words-queries.ts";
import { changeStatement } from "./statement-queries.ts";
import { changeVideo } from "./video-queries.ts";

type Asked = {
	kind: TakedownKind;
	id: string;
	hide: Decision["hide"];
	/** Why it is shown again. */
	sentence?: string | undefined;
	admin_id: MemberId;
};

/** Takes something down or shows it again, tells the member concerned, and ends copies and runs. */
export async function decide(
	context: Context,
	asked: Asked,
): Promise<{ video_id: VideoId | null; takedown: Takedown | null }> {
	const { kind, id, hide } = asked;
	const now = context.now();
	const decision: Decision = {
		hide,
		audit_reason: hide
			? `${TAKEDOWN_REASONS[hide.reason]}: ${hide.sentence}`
			: asked.sentence || null,
		admin_id: asked.admin_id,
		cause: `takedown:${kind}:${id}:${now.toISOString()}`,
		now: now.toISOString(),
	};
	const changed = await change(context, kind, id, decision);
	if (changed === null) throw problem("takedown_unknown");
	const { video_id } = changed;
	if (changed.changed) await spread(context, { kind, id, video_id, decision });
	return {
		video_id,
		takedown: await findTakedown(context.db.primary, kind, changed.subject_id ?? id),
	};
}

/** null if there is no such thing. */
function change(
	context: Context,
	kind: TakedownKind,
	id: string,
	decision: Decision,
): Promise<Changed | null> {
	const db = context.db.primary;
	switch (kind) {
		case "video": {
			const video_id = VideoId.safeParse(id);
			return video_id.success ? changeVideo(db, video_id.data, decision) : Promise.resolve(null);
		}
		case "statement":
			return changeStatement(db, StatementId.parse(id), decision);
		case "page":
			return changePage(db, id, decision);
		case "dispute":
			return changeDispute(db, id, decision);
		case "response":
			return changeResponse(db, id, decision);
		case "speaker_name":
			return changeSpeakerName(db, id, decision);
		case "member":
			return changeAccount(db, id, decision);
	}
}

/** What follows from a stored decision. A failure here leaves only copies that end by themselves. */
async function spread(
	context: Context,
	{
		kind,
		id,
		video_id,
		decision,
	}: { kind: TakedownKind; id: string; video_id: VideoId | null; decision: Decision },
): Promise<void> {
	const { objects, log, now } = context;
	const missed = (what: string) => (error: unknown) =>
		log.warn(`${what} after a takedown`, { kind, id, error: String(error) });
	const part: TakenDownPart =
		kind === "statement" ? { kind, id } : { kind: kind === "video" ? kind : "words" };
	const why = decision.hide && TakenDown.parse({ kind, ...decision.hide, hidden_at: decision.now });
	if (video_id !== null && (why !== null || part.kind !== "words"))
		await analysisObject(objects.VIDEO_ANALYSIS, video_id)
			.takeDown(now().getTime(), part, why)
			.catch(missed("copies not ended"));
	if (video_id !== null && decision.hide && (kind === "page" || kind === "dispute"))
		await checkWithoutPages(context, video_id).catch(missed("statements not checked again"));
	if (kind === "member") await endStreams(context, MemberId.parse(id));
	await deliverNotifications(context, decision.cause).catch(missed("member not notified"));
	if (kind === "member" && decision.hide)
		await mailClosed(context, id, decision.hide).catch(missed("member not mailed"));
}

/** Besides the notification, which a closed account cannot read. */
async function mailClosed(
	context: Context,
	member_id: string,
	hide: NonNullable<Decision["hide"]>,
): Promise<void> {
	const email = await findAddress(context.db.primary, member_id);
	if (email)
		await sendNotice(
			context,
			{ email },
			accountClosedMail(TAKEDOWN_REASONS[hide.reason], hide.sentence),
		);
}
