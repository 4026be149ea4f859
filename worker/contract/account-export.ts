import * as z from "zod";
import { Instant } from "./ids.ts";
import { ApiKey, Me, SessionInfo } from "./me.ts";
import { VoteType } from "./votes.ts";

const Row = z.record(z.string(), z.unknown());

/** All stored data about a member, except hashes of secrets. */
export const AccountExport = z.object({
	exported_at: Instant,
	account: Me.omit({ channels: true }),
	sign_in_identities: z.array(
		z.object({ issuer: z.string(), subject: z.string(), email: z.string(), created_at: Instant }),
	),
	sessions: z.array(
		SessionInfo.omit({ id: true, current: true }).extend({
			/** When the member last authenticated in this session; null if unknown. */
			proven_at: Instant.nullable(),
		}),
	),
	api_keys: z.array(ApiKey),
	votes: z.array(
		z.object({
			statement_id: z.string(),
			statement: z.string(),
			video_id: z.string(),
			vote_type: VoteType,
			created_at: Instant,
		}),
	),
	/** Runs that the member started. */
	analyses: z.array(
		z.object({ video_id: z.string(), outcome: z.string(), started_at: Instant, ended_at: Instant }),
	),
	/** Analyses that the member requested through the API for programs. */
	requested_analyses: z.array(Row),
	/** The pages that the member added to statements. */
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
	claims: z.array(Row),
	channels: z.array(Row),
	/** Each row has `history`: the earlier texts of the response. */
	responses: z.array(Row),
	webhook_deliveries: z.array(Row),
	notifications: z.array(Row),
	/** An admin's entries in the audit log; empty for other members. */
	admin_decisions: z.array(Row),
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
