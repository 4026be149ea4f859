import * as z from "zod";
import { Email, FullName, SecondFactorState, User } from "./account.ts";
import { Basis, Coverage, Finding, Lean, SourceId } from "./evidence.ts";
import { Instant, InstantInput, StatementId, VideoId } from "./ids.ts";
import { MAX_KEY_NAME_CHARS, PASSWORD_MAX, PASSWORD_MIN } from "./limits.ts";
import { UNVERIFIED_REASONS, VERDICTS } from "./verdicts.ts";
import { VoteType } from "./votes.ts";

/** The signed-in member's own account. */
export const Me = User.extend({
	email_confirmed: z.boolean(),
	/** The address that replaces `email` once it is confirmed; null if none is waiting. */
	pending_email: z.string().nullable(),
	has_password: z.boolean(),
	is_admin: z.boolean(),
	/** What is required besides the password; null if no second factor is set up. */
	second_factor: SecondFactorState.nullable(),
	/**
	 * True for an admin who has not set up a second factor on a site that sends mail: the admin
	 * pages stay closed until then.
	 */
	needs_second_factor: z.boolean(),
	hidden_from_community: z.boolean(),
	weekly_mail: z.boolean(),
	channels: z.array(z.object({ channel_id: z.string(), channel_name: z.string() })),
});
export type Me = z.infer<typeof Me>;

const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);

export const PasswordChange = z.strictObject({
	current: z.string().max(PASSWORD_MAX).optional(),
	next: NewPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const MeEdit = z
	.strictObject({
		full_name: FullName.optional(),
		/** An https picture, or null for none. */
		avatar_url: z
			.url({ protocol: /^https$/ })
			.max(500)
			.nullable()
			.optional(),
		hidden_from_community: z.boolean().optional(),
		/** Needs a confirmed address, and a site that sends email. */
		weekly_mail: z.boolean().optional(),
		email: Email.optional(),
		password: PasswordChange.or(z.string().max(PASSWORD_MAX)).optional(),
	})
	.refine(
		({ email, password }) =>
			password === undefined || (email !== undefined) === (typeof password === "string"),
		{
			path: ["password"],
			message: "Send your current password as a text with email, and current and next without it.",
		},
	);
export type MeEdit = z.infer<typeof MeEdit>;

/** Deleting the account requires the password, if there is one. */
export const MeDeletion = z.strictObject({ password: z.string().max(PASSWORD_MAX).optional() });
export type MeDeletion = z.infer<typeof MeDeletion>;

export const SessionInfo = z.object({
	id: z.string(),
	created_at: Instant,
	last_seen_at: Instant,
	user_agent: z.string().nullable(),
	current: z.boolean(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

export const SessionPage = z.object({
	sessions: z.array(SessionInfo),
	next_cursor: z.string().nullable(),
});
export type SessionPage = z.infer<typeof SessionPage>;

/** `read` is for GET and HEAD, `write` for everything else. */
export const KeyScope = z.enum(["read", "write"]);
export type KeyScope = z.infer<typeof KeyScope>;

export const KeyRequest = z.strictObject({
	name: z.string().trim().min(1).max(MAX_KEY_NAME_CHARS),
	scopes: z.array(KeyScope).min(1).max(2).optional(),
	/** Must be in the future; omitted for a key that does not expire. */
	expires_at: InstantInput.optional(),
});
export const ApiKey = z.object({
	id: z.string(),
	name: z.string(),
	prefix: z.string(),
	scopes: z.array(KeyScope),
	created_at: Instant,
	last_used_at: Instant.nullable(),
	expires_at: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;
/** Only this answer contains the key itself. */
export const NewApiKey = z.object({ id: z.string(), name: z.string(), key: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const EmailRequest = z.strictObject({ email: Email });
export const TokenRequest = z.strictObject({ token: z.string().min(1).max(200) });
/** What a mail shows beside its link, with the address that it was sent to. */
export const MailedCode = z.strictObject({ email: Email, code: z.string().min(1).max(100) });
export const LinkCodeRequest = MailedCode.extend({
	/** The page that the link leads to. */
	purpose: z.enum(["confirm", "reset", "change"]),
});
/** Used like the token of the mail's link. */
export const TokenAnswer = z.object({ token: z.string() });
export const ConfirmRequest = TokenRequest.extend({
	password: z.string().max(PASSWORD_MAX).optional(),
});
export const ResetRequest = TokenRequest.extend({
	password: NewPassword,
	full_name: FullName.optional(),
});

export const ActivityFilter = z.enum(["all", "votes", "analyses"]);
export type ActivityFilter = z.infer<typeof ActivityFilter>;

/** The fields of a video that a list shows, including what its score is based on. */
const ActivityVideo = z.object({
	id: VideoId,
	title: z.string(),
	channel_name: z.string(),
	thumbnail_url: z.string(),
	bs_score: z.int().nullable(),
	lean: Lean.nullable(),
	basis: Basis,
	coverage: Coverage,
	finding: Finding,
	/** Empty if the run asked no sources. */
	evidence_sources: z.array(SourceId),
});

export const VoteItem = z.object({
	type: z.literal("vote"),
	created_at: Instant,
	vote_type: VoteType,
	statement: z.object({
		id: StatementId,
		content: z.string(),
		ai_score: z.int().nullable(),
		lean: Lean.nullable(),
		verdict: z.enum(VERDICTS).nullable(),
		unverified_reason: z.enum(UNVERIFIED_REASONS).nullable(),
		retired: z.boolean(),
	}),
	video: ActivityVideo,
});

export const AnalysisItem = z.object({
	type: z.literal("analysis"),
	created_at: Instant,
	outcome: z.enum(["completed", "failed"]),
	video: ActivityVideo,
});

export const ActivityItem = z.discriminatedUnion("type", [VoteItem, AnalysisItem]);
export type ActivityItem = z.infer<typeof ActivityItem>;

export const Activity = z.object({
	stats: z.object({
		total_votes: z.int(),
		agree_votes: z.int(),
		disagree_votes: z.int(),
		analyses: z.int(),
		disputes_moved: z.int(),
		days_active: z.int(),
	}),
	items: z.array(ActivityItem),
	next_cursor: z.string().nullable(),
});
export type Activity = z.infer<typeof Activity>;
