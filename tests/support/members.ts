import { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import {
	createMember,
	type NewMember,
} from "#features/accounts/member-queries.ts";
import { instant } from "./publications.ts";

/** What those who are added here sign in with. */
export const PASSWORD = "correct horse battery";

/** Of that password, as the product hashes it: that takes its time, which no test needs again. */
const PASSWORD_HASH =
	"scrypt$16384$8$5$l_Y7sVlOevJ51UgUH1_VVw$KjdHMtrRiYBaFTb85s2DgGn0PpUpJi6pLe_dKbkt18M";

let made = 0;

/** The stored password of whoever is added here. */
export function addedHash(): string {
	return PASSWORD_HASH;
}

/** A member that no other test of this process has. */
export async function addMember(
	db: Db,
	fields: Partial<NewMember> = {},
): Promise<MemberId> {
	made += 1;
	const id = MemberId.parse(`member-${made}`);
	const member = await createMember(db, {
		id,
		email: `member-${made}@example.org`,
		full_name: `Member ${made}`,
		avatar_url: null,
		password_hash: addedHash(),
		email_confirmed_at: null,
		created_at: instant(0),
		...fields,
	});
	if (member === "taken") throw new Error(`${id} exists already`);
	return id;
}
