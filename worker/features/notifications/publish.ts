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

/**
 * Ends the streams of sessions and API keys that have ended. For whatever ends one: the streams are
 * closed when this returns. A failure costs a minute, after which the object looks by itself.
 */
export async function endStreams(
	context: Pick<Context, "objects" | "log">,
	...members: MemberId[]
): Promise<void> {
	const ended = await Promise.allSettled(
		members.map((id) => memberStreams(context, id).recheck(id)),
	);
	for (const one of ended)
		if (one.status === "rejected")
			context.log.warn("streams not ended", { error: one.reason });
}

/** The request's headers that name the member whose stream it is, and the session or key. */
export const STREAM_MEMBER = "bell-member";
export const STREAM_CREDENTIAL = "bell-credential";
/** The object's answer if the member has too many streams. */
export const TOO_MANY_STATUS = 429;
/** Its answer if the session or the key has just ended. */
export const ENDED_STATUS = 401;
const EVENTS_URL = "https://notification-bell/events";

/** Opens a stream of the member's notifications, or says why not. */
export async function openNotificationStream(
	context: Pick<Context, "objects">,
	member_id: MemberId,
	credential_hash: string,
	signal: AbortSignal,
): Promise<Response | "too_many" | "ended"> {
	const headers = {
		[STREAM_MEMBER]: member_id,
		[STREAM_CREDENTIAL]: credential_hash,
	};
	const response = await memberStreams(context, member_id).fetch(
		new Request(EVENTS_URL, { headers, signal }),
	);
	if (response.status === TOO_MANY_STATUS) return "too_many";
	return response.status === ENDED_STATUS ? "ended" : response;
}

type Rpc = {
	publish(member_id: MemberId, ids: readonly string[]): Promise<void>;
	recheck(member_id: MemberId): Promise<void>;
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
