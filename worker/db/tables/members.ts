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
 * All instants in the tables are ISO 8601 texts in UTC with milliseconds, so that they can be
 * compared as text.
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
		hidden_from_community: integer({ mode: "boolean" }).notNull().default(false),
	},
	(t) => [
		uniqueIndex("members_email_key").on(t.email_key),
		index("members_unconfirmed").on(t.created_at).where(sql`email_confirmed_at IS NULL`),
	],
);

/** What `User` in the contract shows of a member. */
export const USER_COLUMNS = {
	id: members.id,
	email: members.email,
	full_name: members.full_name,
	avatar_url: members.avatar_url,
	created_at: members.created_at,
};

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

/** Browsers in which a member has signed in before. One browser may belong to several members. */
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
		/** The choices of the sign-up and its browser. They apply only if that browser confirms. */
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

/**
 * The secret shared with an authenticator app. It is stored at set-up and active once confirmed.
 */
export const secondFactors = sqliteTable("second_factors", {
	member_id: text()
		.primaryKey()
		.references(() => members.id, { onDelete: "cascade" }),
	/** Encrypted if SECRETS_KEY is set. */
	secret: text().notNull(),
	created_at: text().notNull(),
	confirmed_at: text(),
	/** The latest time step whose code was accepted. */
	last_step: integer().notNull(),
});

/** A code is deleted when it is used. */
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
		prefix: text().notNull(),
		scopes: text({ mode: "json" }).$type<KeyScope[]>().notNull(),
		/** null for a key that does not expire. */
		expires_at: text(),
	},
	(t) => [
		uniqueIndex("api_keys_key_hash").on(t.key_hash),
		index("api_keys_by_member").on(t.member_id, t.created_at),
	],
);

/** What a browser extension exchanges for an API key; each is deleted with its first use. */
export const extensionCodes = sqliteTable(
	"extension_codes",
	{
		code_hash: text().primaryKey(),
		member_id: text()
			.notNull()
			.references(() => members.id, { onDelete: "cascade" }),
		/** The session in which the member pressed Allow; the code ends with it. */
		session_hash: text().notNull(),
		code_challenge: text().notNull(),
		redirect_uri: text().notNull(),
		expires_at: text().notNull(),
	},
	(t) => [
		index("extension_codes_by_member").on(t.member_id),
		index("extension_codes_by_expiry").on(t.expires_at),
	],
);
