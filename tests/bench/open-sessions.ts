import { hashToken, newToken } from "#identity/tokens.ts";
import type { EnteredProduct } from "#tests/support/world/entered-product.ts";

export type Somebody = {
	id: string;
	cookie: string;
	/** Public, in a network of its own. */
	address: string;
};

const SESSION_ENDS = "2999-01-01T00:00:00.000Z";

/**
 * Members with a session each, written straight into the database. `since` is
 * when their accounts were made, ISO 8601.
 */
export async function openSessions(
	{ d1 }: EnteredProduct,
	count: number,
	since: string,
): Promise<Somebody[]> {
	const now = new Date().toISOString();
	const members = Array.from({ length: count }, (_, n) => ({
		id: `member-${since}-${n}`,
		token: newToken(),
	}));
	const rows = JSON.stringify(members.map(({ id, token }) => ({ id, hash: hashToken(token) })));
	await d1.batch([
		d1
			.prepare(
				"insert into members (id, email, email_key, full_name, created_at, hidden_from_community) select value ->> 'id', value ->> 'id' || '@example.org', value ->> 'id' || '@example.org', 'A member', ?2, 0 from json_each(?1)",
			)
			.bind(rows, since),
		d1
			.prepare(
				"insert into sessions (token_hash, member_id, created_at, last_seen_at, expires_at) select value ->> 'hash', value ->> 'id', ?2, ?2, ?3 from json_each(?1)",
			)
			.bind(rows, now, SESSION_ENDS),
	]);
	return members.map(({ id, token }, n) => ({
		id,
		cookie: `session=${token}`,
		address: `203.${Math.floor(n / 250)}.${n % 250}.7`,
	}));
}
