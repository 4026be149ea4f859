import type { MemberId } from "#contract/ids.ts";
import type { Keys } from "#features/accounts/key-routes.ts";
import { createKey, deleteKey, listKeys } from "#identity/api-keys.ts";
import { hashToken, newId, newToken } from "#identity/tokens.ts";
import type { Base } from "./base.ts";

/** Tells people and scanners for leaked secrets whose key it is. */
const KEY_PREFIX = "bsd_";
/** Enough to tell one's own keys apart, and 208 bits less than a key. */
const SHOWN_CHARS = KEY_PREFIX.length + 8;

export function composeKeys({ db, now }: Base) {
	return {
		async create({ member_id, session_hash }, name, limit) {
			const key = KEY_PREFIX + newToken();
			const id = newId();
			const stored = await createKey(
				db,
				{
					...{ id, member_id, session_hash, name },
					key_hash: hashToken(key),
					prefix: key.slice(0, SHOWN_CHARS),
					created_at: now(),
				},
				limit,
			);
			return stored ? { id, name, key } : null;
		},
		list: (member_id: MemberId) => listKeys(db, member_id),
		remove: (member_id: MemberId, id: string) => deleteKey(db, member_id, id),
	} satisfies Keys & Record<string, unknown>;
}
