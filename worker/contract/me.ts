import * as z from "zod";
import { Email, FullName, SecondFactorState, User } from "./account.ts";
import { Basis, Coverage, SourceId } from "./evidence.ts";
import { Instant, StatementId, VideoId } from "./ids.ts";
import { MAX_KEY_NAME_CHARS, PASSWORD_MAX, PASSWORD_MIN } from "./limits.ts";
import { Lean } from "./statement.ts";
import { UNVERIFIED_REASONS, VERDICTS } from "./verdicts.ts";
import { VoteType } from "./votes.ts";

/** The signed-in member's own account. */
export const Me = User.extend({
	email_confirmed: z.boolean(),
	/** False for a member who has only signed in with Google. */
	has_password: z.boolean(),
	is_admin: z.boolean(),
	/** What is required besides the password; null if no second factor is set up. */
	second_factor: SecondFactorState.nullable(),
	/**
	 * True for an admin who has not set up a second factor on a site that sends mail: the admin
	 * pages stay closed until then.
	 */
	needs_second_factor: z.boolean(),
	/** Whether the member is left out of the leaderboard and the recent activity. */
	hidden_from_community: z.boolean(),
	/** The member's verified channels. */
	channels: z.array(z.object({ channel_id: z.string(), channel_name: z.string() })),
});
export type Me = z.infer<typeof Me>;

const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);

export const MeEdit = z.strictObject({
	full_name: FullName.optional(),
	/** An https picture, or null for none. */
	avatar_url: z
		.url({ protocol: /^https$/ })
		.max(500)
		.nullable()
		.optional(),
	hidden_from_community: z.boolean().optional(),
	password: z
		.strictObject({
			/** Not required for a member without a password. */
			current: z.string().max(PASSWORD_MAX).optional(),
			next: NewPassword,
		})
		.optional(),
});
export type MeEdit = z.infer<typeof MeEdit>;

/** Deleting the account requires the password, if there is one. */
export const MeDeletion = z.strictObject({ password: z.string().max(PASSWORD_MAX).optional() });
export type MeDeletion = z.infer<typeof MeDeletion>;

export const SessionInfo = z.object({
	id: z.string(),
	created_at: Instant,
	last_seen_at: Instant,
	user_agent: z.string().nullable(),
	/** Whether this is the session of this request. */
	current: z.boolean(),
});
export type SessionInfo = z.infer<typeof SessionInfo>;

export const SessionPage = z.object({
	/** Latest first. */
	sessions: z.array(SessionInfo),
	next_cursor: z.string().nullable(),
});
export type SessionPage = z.infer<typeof SessionPage>;

/** `read` is for GET and HEAD, `write` for everything else. */
export const KeyScope = z.enum(["read", "write"]);
export type KeyScope = z.infer<typeof KeyScope>;

export const KeyRequest = z.strictObject({
	name: z.string().trim().min(1).max(MAX_KEY_NAME_CHARS),
	/** Both scopes if omitted. */
	scopes: z.array(KeyScope).min(1).max(2).optional(),
	/** Must be in the future; omitted for a key that does not expire. */
	expires_at: Instant.optional(),
});
export const ApiKey = z.object({
	id: z.string(),
	name: z.string(),
	/** The first characters, to distinguish keys. */
	prefix: z.string(),
	scopes: z.array(KeyScope),
	created_at: Instant,
	/** Accurate to an hour. */
	last_used_at: Instant.nullable(),
	/** The key is refused from this instant on; null if it does not expire. */
	expires_at: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;
/** Only this answer contains the key itself. */
export const NewApiKey = z.object({ id: z.string(), name: z.string(), key: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

export const EmailRequest = z.strictObject({ email: Email });
export const TokenRequest = z.strictObject({ token: z.string().min(1).max(200) });
export const ConfirmRequest = TokenRequest.extend({
	/** The password of the sign-up, required if another browser confirms the address. */
	password: z.string().max(PASSWORD_MAX).optional(),
});
export const ResetRequest = TokenRequest.extend({
	password: NewPassword,
	/** Used only for an account whose address was not confirmed before. */
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
	/** Empty if the run asked no sources. */
	evidence_sources: z.array(SourceId),
});

export const ActivityItem = z.discriminatedUnion("type", [
	z.object({
		type: z.literal("vote"),
		created_at: Instant,
		vote_type: VoteType,
		statement: z.object({
			id: StatementId,
			content: z.string(),
			/** null if it is unverified. */
			ai_score: z.int().nullable(),
			lean: Lean.nullable(),
			/** null if the run asked no sources. */
			verdict: z.enum(VERDICTS).nullable(),
			unverified_reason: z.enum(UNVERIFIED_REASONS).nullable(),
			/** Whether a later analysis dropped the statement. */
			retired: z.boolean(),
		}),
		video: ActivityVideo,
	}),
	z.object({
		type: z.literal("analysis"),
		created_at: Instant,
		outcome: z.enum(["completed", "failed"]),
		video: ActivityVideo,
	}),
]);
export type ActivityItem = z.infer<typeof ActivityItem>;

export const Activity = z.object({
	stats: z.object({
		total_votes: z.int(),
		agree_votes: z.int(),
		disagree_votes: z.int(),
		analyses: z.int(),
		/** Days since the account was created. */
		days_active: z.int(),
	}),
	/** Newest first. */
	items: z.array(ActivityItem),
	next_cursor: z.string().nullable(),
});
export type Activity = z.infer<typeof Activity>;
