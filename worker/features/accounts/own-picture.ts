import type { MemberId } from "#contract/ids.ts";
import { createSiteOpener } from "#features/evidence/open-sources.ts";
import { problem } from "#http/problems.ts";
import { silentQuota } from "#identity/quota.ts";
import { MAX_PAGE_BYTES } from "#outbound/open-page.ts";
import type { Context } from "#worker/context.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import { readOwnAccount } from "./account.ts";

/** The account page requests the picture once per visit. */
const PER_MINUTE = 30;
/** Image formats that cannot contain scripts, which excludes SVG. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/;

export type Picture = { content_type: string; bytes: Uint8Array };

/**
 * Fetches the member's own picture through the server, so that no page loads anything from a host
 * that a member chose. The address is checked by the same rules as web pages (SSRF).
 */
export async function readOwnPicture(context: Context, member_id: MemberId): Promise<Picture> {
	const key = `own-picture:${member_id}`;
	const granted = await silentQuota(context, key, PER_MINUTE, MINUTE_MS).consume();
	if (!granted.ok) throw problem("too_many_requests/requests", granted);
	const { avatar_url } = await readOwnAccount(context, member_id);
	const picture = avatar_url && (await fetchPicture(context, avatar_url));
	if (!picture) throw problem("picture_not_found");
	return picture;
}

async function fetchPicture({ settings, outbound }: Context, url: string): Promise<Picture | null> {
	const open = createSiteOpener(settings, outbound);
	const outcome = await open({ url, ask_robots: false });
	if (!outcome.ok) return null;
	const { content_type: given, bytes } = outcome.page;
	const content_type = given.split(";")[0]?.trim().toLowerCase() ?? "";
	// A body of the maximum length was truncated.
	const whole = bytes.byteLength < MAX_PAGE_BYTES;
	return whole && PICTURE.test(content_type) ? { content_type, bytes } : null;
}
