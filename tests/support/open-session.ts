import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { createSession } from "#identity/sessions.ts";
import { hashToken, newToken } from "#identity/tokens.ts";
import { type Client, createClient } from "./client.ts";
import { addMember } from "./members.ts";

export type SignedIn = Client & { id: MemberId };

/** A session written straight into the database; answers with its cookie. */
export async function openSession(
	db: Db,
	member_id: MemberId,
): Promise<string> {
	const token = newToken();
	await createSession(db, {
		token_hash: hashToken(token),
		member_id,
		created_at: new Date().toISOString(),
		expires_at: "2999-01-01T00:00:00.000Z",
		user_agent: null,
	});
	return `session=${token}`;
}

/** A new member with a session at that address: no password is hashed. */
export async function aMemberSignedIn(url: string, db: Db): Promise<SignedIn> {
	const id = await addMember(db);
	return { ...createClient(url, await openSession(db, id)), id };
}
