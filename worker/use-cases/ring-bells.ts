import type { MemberId } from "#contract/ids.ts";

export type Ring = (
	member_id: MemberId,
	notification_ids: readonly string[],
) => Promise<void>;

/** One request may make a thousand calls on Cloudflare; the database needs some of them. */
const MAX_RINGS = 400;

/**
 * Tells the open pages of those for whom something was stored. A bell that is
 * not heard loses nothing: the list is in the database.
 */
export async function ringBells(
	ring: Ring,
	told: readonly { id: string; member_id: MemberId }[],
): Promise<void> {
	const ids = new Map<MemberId, string[]>();
	for (const { id, member_id } of told)
		ids.set(member_id, [...(ids.get(member_id) ?? []), id]);
	const rung = [...ids].slice(0, MAX_RINGS);
	await Promise.allSettled(
		rung.map(([member_id, own]) => ring(member_id, own)),
	);
}
