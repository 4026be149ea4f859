import type { MemberId } from "#contract/ids.ts";
import type { Context } from "#worker/context.ts";
import type { Notified } from "./outbox-queries.ts";

/** One request may make a thousand calls on Cloudflare, and the database needs some of them. */
const MAX_MEMBERS = 400;

/**
 * Publishes stored notifications to the open pages of their members. A call
 * that fails loses nothing: the list is in the database.
 */
export async function publishNotifications(
	context: Pick<Context, "objects">,
	stored: readonly Notified[],
): Promise<void> {
	const ids = new Map<MemberId, string[]>();
	for (const { id, member_id } of stored)
		ids.set(member_id, [...(ids.get(member_id) ?? []), id]);
	const members = [...ids].slice(0, MAX_MEMBERS);
	await Promise.allSettled(
		members.map(([member_id, own]) => publishToMember(context, member_id, own)),
	);
}

/**
 * Publishes these notifications to the member's streams; without ids, that the list has
 * changed.
 */
export async function publishToMember(
	context: Pick<Context, "objects">,
	member_id: MemberId,
	notification_ids: readonly string[],
): Promise<void> {
	await memberStreams(context, member_id).publish(member_id, notification_ids);
}

/** Ends the member's streams at once: a page that is still signed in opens its own again. */
export async function endNotificationStreams(
	context: Pick<Context, "objects">,
	member_id: MemberId,
): Promise<void> {
	await memberStreams(context, member_id).end(member_id);
}

/** The request's header that names the member whose stream it is. */
export const STREAM_MEMBER = "bell-member";
/** The object's answer if the member has too many streams. */
export const TOO_MANY_STATUS = 429;
const EVENTS_URL = "https://notification-bell/events";

/** Opens a stream of the member's notifications; null if the member has too many. */
export async function openNotificationStream(
	context: Pick<Context, "objects">,
	member_id: MemberId,
	signal: AbortSignal,
): Promise<Response | null> {
	const headers = { [STREAM_MEMBER]: member_id };
	const response = await memberStreams(context, member_id).fetch(
		new Request(EVENTS_URL, { headers, signal }),
	);
	return response.status === TOO_MANY_STATUS ? null : response;
}

type Rpc = {
	publish(member_id: MemberId, ids: readonly string[]): Promise<void>;
	end(member_id: MemberId): Promise<void>;
	fetch(request: Request): Promise<Response>;
};

/** One object per member: all of a member's pages connect to the same. */
function memberStreams(
	{ objects }: Pick<Context, "objects">,
	member_id: MemberId,
): Rpc {
	const { NOTIFICATION_BELL } = objects;
	return NOTIFICATION_BELL.get(
		NOTIFICATION_BELL.idFromName(member_id),
	) as unknown as Rpc;
}
