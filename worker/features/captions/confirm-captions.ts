import { networkHash } from "#identity/network.ts";
import { DAY_MS } from "#worker/durations.ts";

/*
 * Anyone can invent captions and send them from two accounts. Captions count as confirmed if two
 * members sent the same from two networks, at least a day apart, with accounts that were older
 * than a day: this costs an attacker a second network, and time in which others may send the
 * real ones. Most households have an IPv4 and an IPv6 network, so that only two networks of one
 * family count as two.
 */

/** The least age of an account, and the least time between two members' captions. */
const APART_MS = DAY_MS;

/** A member's captions as they were sent. */
export type SentCaptions = {
	member_id: string;
	/** ISO 8601. */
	created_at: string;
	/** From `hashNetwork`; null if the captions cannot confirm others. */
	network: string | null;
};

/** Captions and accounts from before this instant (ISO 8601) are old enough. */
export function oldEnoughBefore(now: string): string {
	return new Date(Date.parse(now) - APART_MS).toISOString();
}

/**
 * Whether captions that a member sends now from `network` (as `networkOf` returns it) are
 * confirmed. `same` holds what members have sent in the same words, the sender's included.
 */
export function areConfirmed(
	same: readonly SentCaptions[],
	sender: { member_id: string | null; network: string | null },
	now: string,
): boolean {
	const { member_id, network } = sender;
	const own = same.find((it) => it.member_id === member_id);
	if (network === null || !own?.network) return false;
	const before = oldEnoughBefore(now);
	return same.some(
		(it) =>
			it.member_id !== member_id &&
			it.network !== null &&
			it.created_at <= before &&
			isOtherNetwork(it.network, network),
	);
}

/** A hash that tells the networks of a family apart: `<salt>.<hash>.<4 or 6>`. */
export function hashNetwork(network: string, salt: string): string {
	return `${salt}.${networkHash(salt, network)}.${familyOf(network)}`;
}

function isOtherNetwork(stored: string, network: string): boolean {
	const [salt = "", , family] = stored.split(".");
	return family === familyOf(network) && hashNetwork(network, salt) !== stored;
}

/** The version of IP; `network` as `networkOf` returns it. */
function familyOf(network: string): "4" | "6" {
	return network.includes(":") ? "6" : "4";
}
