import * as z from "zod";
import { Instant } from "./ids.ts";
import { ApiKey, Me, SessionInfo } from "./me.ts";
import { VoteReason, VoteType } from "./votes.ts";

const Row = z.record(z.string(), z.unknown());

/** All stored data about a member, except hashes of secrets. */
export const AccountExport = z.object({
	exported_at: Instant,
	account: Me.omit({ channels: true }),
	sign_in_identities: z.array(
		z.object({ issuer: z.string(), subject: z.string(), email: z.string(), created_at: Instant }),
	),
	sessions: z.array(
		SessionInfo.omit({ id: true, current: true }).extend({ proven_at: Instant.nullable() }),
	),
	api_keys: z.array(ApiKey),
	votes: z.array(
		z.object({
			statement_id: z.string(),
			statement: z.string(),
			video_id: z.string(),
			vote_type: VoteType,
			reason: VoteReason.nullable(),
			created_at: Instant,
		}),
	),
	analyses: z.array(
		z.object({ video_id: z.string(), outcome: z.string(), started_at: Instant, ended_at: Instant }),
	),
	requested_analyses: z.array(Row),
	added_pages: z.array(
		z.object({
			statement_id: z.string(),
			statement: z.string(),
			video_id: z.string(),
			url: z.string(),
			final_url: z.string(),
			title: z.string(),
			published_at: z.string().nullable(),
			created_at: Instant,
		}),
	),
	disputes: z.array(
		z.object({
			id: z.string(),
			statement_id: z.string(),
			statement: z.string(),
			video_id: z.string(),
			reason: VoteReason,
			url: z.string().nullable(),
			comment: z.string().nullable(),
			created_at: Instant,
			outcome: z.string(),
			settled_at: Instant.nullable(),
			hidden_at: Instant.nullable(),
		}),
	),
	speaker_names: z.array(Row),
	claims: z.array(Row),
	channels: z.array(Row),
	responses: z.array(Row),
	webhook_deliveries: z.array(Row),
	notifications: z.array(Row),
	admin_decisions: z.array(Row),
	follows: z.array(Row),
	following: Row.nullable(),
	newsletter: z
		.object({
			email: z.string(),
			created_at: Instant,
			confirmed_at: Instant.nullable(),
			unsubscribed_at: Instant.nullable(),
		})
		.nullable(),
});
export type AccountExport = z.infer<typeof AccountExport>;
