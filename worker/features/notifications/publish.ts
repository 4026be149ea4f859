import type { MemberId } from "#contract/ids.ts";
import type { Context } from "#worker/context.ts";
import type { Notified } from "./outbox-queries.ts";

/** A Worker request may make a thousand subrequests, and the database needs some of them. */
const MAX_MEMBERS = 400;

/**
 * Publishes stored notifications to their members' open pages. If a call fails, nothing is lost,
 * because the notifications are in the database.
 */
export async function publishNotifications(
	context: Pick<Context, "objects">,
	stored: readonly Notified[],
): Promise<void> {
	const ids = new Map<MemberId, string[]>();
	for (const { id, member_id } of stored) ids.set(member_id, [...(ids.get(member_id) ?? []), id]);
	const members = [...ids].slice(0, MAX_MEMBERS);
	await Promise.allSettled(
		members.map(([member_id, own]) => publishToMember(context, member_id, own)),
	);
}

/**
 * Publishes these notifications to the member's streams. Without ids, publishes that the list has
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
 * Closes the members' streams whose session or API key has ended. To be called after ending
 * sessions or keys; the streams are closed when it returns. If the call fails, the object closes
 * them at its next check, within a minute.
 */
export async function endStreams(
	context: Pick<Context, "objects" | "log">,
	...members: MemberId[]
): Promise<void> {
	const ended = await Promise.allSettled(
		members.map((id) => memberStreams(context, id).recheck(id)),
	);
	for (const one of ended)
		if (one.status === "rejected") context.log.warn("streams not ended", { error: one.reason });
}

/** Request headers with the member, and with the session or key of the stream. */
export const STREAM_MEMBER = "bell-member";
export const STREAM_CREDENTIAL = "bell-credential";
/** The object's status if the member has too many streams. */
export const TOO_MANY_STATUS = 429;
/** The object's status if the session or key has just ended. */
export const ENDED_STATUS = 401;
const EVENTS_URL = "https://notification-bell/events";

/** Opens a stream of the member's notifications, or returns why it cannot. */
export async function openNotificationStream(
	context: Pick<Context, "objects">,
	member_id: MemberId,
	credential_hash: string,
	signal: AbortSignal,
): Promise<Response | "too_many" | "ended"> {
	const headers = { [STREAM_MEMBER]: member_id, [STREAM_CREDENTIAL]: credential_hash };
	const response = await memberStreams(context, member_id).fetch(
		new Request(EVENTS_URL, { headers, signal }),
	);
	if (response.status === TOO_MANY_STATUS) return "too_many";
	return response.status === ENDED_STATUS ? "ended" : response;
}

/** The member's Durable Object. All pages of a member connect to the same one. */
function memberStreams({ objects }: Pick<Context, "objects">, member_id: MemberId) {
	return objects.NOTIFICATION_BELL.getByName(member_id);
}
