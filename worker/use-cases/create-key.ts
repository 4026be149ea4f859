import type { MemberId } from "#contract/ids.ts";
import type { NewApiKey } from "#contract/me.ts";
import { Refusal } from "#domain/refusal.ts";

/** Enough for every program somebody runs; more are forgotten ones. */
export const MAX_KEYS = 10;

/** The member, in the session that asks for the key. */
type KeyOwner = { member_id: MemberId; session_hash: string };

export type Keys = {
	/** Stores a new key's hash; null where the member has `limit` already. */
	create(
		owner: KeyOwner,
		name: string,
		limit: number,
	): Promise<NewApiKey | null>;
};

/** The key is in this answer and nowhere else. */
export async function createKey(
	keys: Keys,
	{ name, ...owner }: KeyOwner & { name: string },
): Promise<NewApiKey> {
	const key = await keys.create(owner, name, MAX_KEYS);
	if (!key)
		throw new Refusal({
			status: 409,
			code: "too_many_keys",
			title: "Too many keys",
			detail: `You have ${MAX_KEYS} API keys. Please delete one first.`,
		});
	return key;
}
