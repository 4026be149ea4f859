import type { MemberId, VideoId } from "#contract/ids.ts";
import type { TakedownReason } from "#contract/takedowns.ts";

/** What an admin decides about something: to take it down, or to show it again. */
export type Decision = {
	/** null shows it again. */
	hide: { reason: TakedownReason; sentence: string } | null;
	/** What the audit log says of it. */
	audit_reason: string | null;
	admin_id: MemberId;
	/** What names the decision in the outbox. */
	cause: string;
	now: string;
};

/** What a decision was about. */
export type Changed = {
	video_id: VideoId | null;
	/** false if it was so already. */
	changed: boolean;
	/** What it is taken down as, if that is not the id that was asked for. */
	subject_id?: string;
};
