import { sql } from "drizzle-orm";
import {
	index,
	integer,
	primaryKey,
	sqliteTable,
	text,
	uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { KeyScope } from "#contract/me.ts";

/**
 * All instants are ISO 8601 texts in UTC with milliseconds, so that they can be compared
 * as text.
 */
export const members = sqliteTable(
	"members",
	{
		id: text().primaryKey(),
		email: text().notNull(),
		/** The normalised address; unique. */
		email_key: text().notNull(),
		full_name: text().notNull(),
		avatar_url: text(),
		/** null for a member who signs in through an identity provider only. */
		password_hash: text(),
		email_confirmed_at: text(),
		created_at: text().notNull(),
		/** The community page does not show this member. */
		hidden_from_community: integer({ mode: "boolean" })
			.notNull()
			.default(false),
	},
	(t) => [
		uniqueIndex("members_email_key").on(t.email_key),
		index("members_unconfirmed")
			.on(t.created_at)
			.where(sql`email_confirmed_at IS NULL`),
	],
);

export const sessions = sqliteTable(
	"sessions",
	{
		token_hash: text().primaryKey(),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		created_at: text().notNull(),
		last_seen_at: text().notNull(),
		expires_at: text().notNull(),
		user_agent: text(),
		proven_at: text(),
	},
	(t) => [
		index("sessions_by_member").on(t.member_id, t.created_at),
		index("sessions_by_expiry").on(t.expires_at),
		index("sessions_by_use").on(t.last_seen_at),
	],
);

/** Browsers in which a member has signed in before; one may serve several members. */
export const knownBrowsers = sqliteTable(
	"known_browsers",
	{
		token_hash: text().notNull(),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		created_at: text().notNull(),
		last_used_at: text().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.token_hash, t.member_id] }),
		index("known_browsers_by_member").on(t.member_id, t.last_used_at),
		index("known_browsers_by_use").on(t.last_used_at),
	],
);

/** Single-use tokens: links that confirm an address or reset a password, sign-ins that wait for a code. */
export const authTokens = sqliteTable(
	"auth_tokens",
	{
		hash: text().primaryKey(),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		purpose: text().notNull(),
		created_at: text().notNull(),
		expires_at: text().notNull(),
		used_at: text(),
		/**
		 * What was chosen at the sign-up, and in which browser; it applies only if that
		 * browser confirms.
		 */
		full_name: text(),
		password_hash: text(),
		browser_hash: text(),
	},
	(t) => [
		index("auth_tokens_by_member").on(t.member_id, t.purpose),
		index("auth_tokens_by_expiry").on(t.expires_at),
	],
);

export const oauthIdentities = sqliteTable(
	"oauth_identities",
	{
		issuer: text().notNull(),
		subject: text().notNull(),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		email: text().notNull(),
		created_at: text().notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.issuer, t.subject] }),
		index("oauth_identities_by_member").on(t.member_id),
	],
);

/** The secret that an authenticator app shares, from its set-up on; in force once confirmed. */
export const secondFactors = sqliteTable("second_factors", {
	member_id: text()
		.primaryKey()
		.references(() => members.id, { onDelete: "cascade" }),
	/** Sealed if SECRETS_KEY is set. */
	secret: text().notNull(),
	created_at: text().notNull(),
	confirmed_at: text(),
	/** The latest time step whose code was taken. */
	last_step: integer().notNull(),
});

/** Each is deleted when it is used. */
export const recoveryCodes = sqliteTable(
	"recovery_codes",
	{
		code_hash: text().primaryKey(),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		created_at: text().notNull(),
	},
	(t) => [index("recovery_codes_by_member").on(t.member_id)],
);

export const apiKeys = sqliteTable(
	"api_keys",
	{
		id: text().primaryKey(),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		name: text().notNull(),
		key_hash: text().notNull(),
		created_at: text().notNull(),
		last_used_at: text(),
		prefix: text().notNull().default(""),
		scopes: text({ mode: "json" })
			.$type<KeyScope[]>()
			.notNull()
			.default(["read", "write"]),
		/** null for a key that does not end. */
		expires_at: text(),
	},
	(t) => [
		uniqueIndex("api_keys_key_hash").on(t.key_hash),
		index("api_keys_by_member").on(t.member_id, t.created_at),
	],
);
