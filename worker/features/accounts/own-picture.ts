import type { MemberId } from "#contract/ids.ts";
import { problem } from "#http/problems.ts";
import { silentQuota } from "#identity/quota.ts";
import { hostResolver } from "#outbound/addresses.ts";
import { createPageOpener, MAX_PAGE_BYTES } from "#outbound/open-page.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { readOwnAccount } from "./account.ts";

/** The account page asks once for each visit. */
const PER_MINUTE = 30;
/** Formats that run nothing: an SVG has scripts. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/;

export type Picture = { content_type: string; bytes: Uint8Array };

/**
 * The member's own picture, fetched for them: so no page loads anything from a host that a member
 * has named. The rules for web pages hold for its address.
 */
export async function readOwnPicture(
	context: Context,
	member_id: MemberId,
): Promise<Picture> {
	const key = `own-picture:${member_id}`;
	const granted = await silentQuota(
		context,
		key,
		PER_MINUTE,
		MINUTE_MS,
	).consume();
	if (!granted.ok) throw problem("too_many_requests/requests", granted);
	const { avatar_url } = await readOwnAccount(context, member_id);
	const picture = avatar_url && (await fetchPicture(context, avatar_url));
	if (!picture) throw problem("picture_not_found");
	return picture;
}

async function fetchPicture(
	{ settings, outbound, now }: Context,
	url: string,
): Promise<Picture | null> {
	const { APP_ORIGIN, EVIDENCE_TRUSTED_HOSTS, WEBHOOK_RESOLVER_URL } = settings;
	const open = createPageOpener({
		fetch: outbound,
		resolve: hostResolver(outbound, WEBHOOK_RESOLVER_URL),
		rules: {
			trusted_hosts: EVIDENCE_TRUSTED_HOSTS,
			blocked_hosts: [],
			own_hostname: APP_ORIGIN ? new URL(APP_ORIGIN).hostname : null,
		},
		contact: APP_ORIGIN ?? "no contact given",
		now: () => now().getTime(),
	});
	const outcome = await open({ url, ask_robots: false });
	if (!outcome.ok) return null;
	const { content_type: given, bytes } = outcome.page;
	const content_type = given.split(";")[0]?.trim().toLowerCase() ?? "";
	// What is that long was cut.
	const whole = bytes.byteLength < MAX_PAGE_BYTES;
	return whole && PICTURE.test(content_type) ? { content_type, bytes } : null;
}
