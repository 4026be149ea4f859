import { MemberId } from "#contract/ids.ts";
import { createMember } from "#features/accounts/member-queries.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { type Client, createClient } from "./client.ts";
import type { Product } from "./product.ts";
import { databaseOf } from "./signed-in.ts";

/** For ADMIN_EMAILS. */
export const ADMIN_EMAIL = "team@example.test";

/** One of the team, with a confirmed address and a session, written straight into the database. */
export async function adminOf(product: Product): Promise<Client> {
	const db = await databaseOf(product);
	const now = new Date().toISOString();
	const id = MemberId.parse("the-team");
	await createMember(db, {
		id,
		email: ADMIN_EMAIL,
		full_name: "The Team",
		avatar_url: null,
		password_hash: "hash",
		email_confirmed_at: now,
		created_at: now,
	});
	const token = newToken();
	await createSession(db, {
		token_hash: hashToken(token),
		member_id: id,
		created_at: now,
		expires_at: "2999-01-01T00:00:00.000Z",
		user_agent: null,
	});
	return createClient(product.url, `session=${token}`);
}
