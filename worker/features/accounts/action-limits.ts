import type { MemberId } from "#contract/ids.ts";
import { problem } from "#http/problems.ts";
import { type Quota, quota } from "#identity/quota.ts";
import type { Context } from "#worker/context.ts";
import { DAY_MS, HOUR_MS } from "#worker/durations.ts";

/** Actions that store a row, hash a password or send a mail. */
const ACTIONS = {
	/** Three times the keys that a member may have; a deleted key still counts, as its mail does. */
	keys: { limit: 30, window_ms: DAY_MS },
	/** A person allows the extension once in each browser, and again after a mistake. */
	"extension-codes": { limit: 20, window_ms: HOUR_MS },
	/** Each hashes a password, ends every session and sends a mail. */
	"password-changes": { limit: 10, window_ms: DAY_MS },
	/** Turning a second factor on and off again sends two mails. */
	"second-factors": { limit: 10, window_ms: DAY_MS },
};

/**
 * Counts an action of the member, before its work begins. Throws if the limit is reached. The
 * quota is for refunding an action that did nothing.
 */
export async function consumeAction(
	context: Pick<Context, "objects" | "counted">,
	name: keyof typeof ACTIONS,
	member_id: MemberId,
): Promise<Quota> {
	const { limit, window_ms } = ACTIONS[name];
	const own = quota(context, `${name}:${member_id}`, limit, window_ms);
	const granted = await own.consume();
	if (!granted.ok) throw problem("too_many_requests/actions", granted);
	return own;
}
