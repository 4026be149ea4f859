import { hashPassword } from "#adapters/crypto/password.ts";
import type { Db } from "#adapters/db/open-db.ts";
import { createMember } from "#adapters/db/store-members.ts";
import { MemberId } from "#contract/ids.ts";
import { instant } from "./publications.ts";

let made = 0;
let hash: Promise<string> | undefined;

/** The stored password of whoever is added here, hashed once: it takes its time. */
export function addedHash(): Promise<string> {
	hash ??= hashPassword("correct horse battery");
	return hash;
}

/** A member that no other test of this process has. */
export async function addMember(db: Db): Promise<MemberId> {
	made += 1;
	const id = MemberId.parse(`member-${made}`);
	const member = await createMember(db, {
		id,
		email: `member-${made}@example.org`,
		full_name: `Member ${made}`,
		avatar_url: null,
		password_hash: await addedHash(),
		email_confirmed_at: null,
		created_at: instant(0),
	});
	if (member === "taken") throw new Error(`${id} exists already`);
	return id;
}
