import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { KeyScope } from "#contract/me.ts";

/**
 * The columns of the tables, as queries use them; their meaning, keys, references and indexes are in
 * `migrations/`. All instants are ISO 8601 texts in UTC with milliseconds, so that they can be
 * compared as text.
 */
export const members = sqliteTable("members", {
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
	/** Since when admins have closed the account; null if it is open. */
	closed_at: text(),
});

/** What `User` in the contract shows of a member. */
export const USER_COLUMNS = {
	id: members.id,
	email: members.email,
	full_name: members.full_name,
	avatar_url: members.avatar_url,
	created_at: members.created_at,
};

export const sessions = sqliteTable("sessions", {
	token_hash: text().primaryKey(),
	member_id: text().notNull(),
	created_at: text().notNull(),
	last_seen_at: text().notNull(),
	expires_at: text().notNull(),
	user_agent: text(),
	proven_at: text(),
});

/** Browsers in which a member has signed in before. One browser may belong to several members. */
export const knownBrowsers = sqliteTable("known_browsers", {
	token_hash: text().notNull(),
	member_id: text().notNull(),
	created_at: text().notNull(),
	last_used_at: text().notNull(),
});

/**
 * Single-use tokens: links that confirm or change an address or reset a password, sign-ins that wait
 * for a code.
 */
export const authTokens = sqliteTable("auth_tokens", {
	hash: text().primaryKey(),
	member_id: text().notNull(),
	purpose: text().notNull(),
	created_at: text().notNull(),
	expires_at: text().notNull(),
	used_at: text(),
	/** The choices of the sign-up and its browser. They apply only if that browser confirms. */
	full_name: text(),
	password_hash: text(),
	browser_hash: text(),
	new_email: text(),
	/** The code beside the link; null once it was used. */
	code_hash: text(),
});

export const oauthIdentities = sqliteTable("oauth_identities", {
	issuer: text().notNull(),
	subject: text().notNull(),
	member_id: text().notNull(),
	email: text().notNull(),
	created_at: text().notNull(),
});

/**
 * The secret shared with an authenticator app. It is stored at set-up and active once confirmed.
 */
export const secondFactors = sqliteTable("second_factors", {
	member_id: text().primaryKey(),
	/** Encrypted if SECRETS_KEY is set. */
	secret: text().notNull(),
	created_at: text().notNull(),
	confirmed_at: text(),
	last_step: integer().notNull(),
});

/** A code is deleted when it is used. */
export const recoveryCodes = sqliteTable("recovery_codes", {
	code_hash: text().primaryKey(),
	member_id: text().notNull(),
	created_at: text().notNull(),
});

export const apiKeys = sqliteTable("api_keys", {
	id: text().primaryKey(),
	member_id: text().notNull(),
	name: text().notNull(),
	key_hash: text().notNull(),
	created_at: text().notNull(),
	last_used_at: text(),
	prefix: text().notNull(),
	scopes: text({ mode: "json" }).$type<KeyScope[]>().notNull(),
	/** null for a key that does not expire. */
	expires_at: text(),
});

/** What a browser extension exchanges for an API key; each is deleted with its first use. */
export const extensionCodes = sqliteTable("extension_codes", {
	code_hash: text().primaryKey(),
	member_id: text().notNull(),
	/** The session in which the member pressed Allow; the code ends with it. */
	session_hash: text().notNull(),
	code_challenge: text().notNull(),
	redirect_uri: text().notNull(),
	expires_at: text().notNull(),
});
