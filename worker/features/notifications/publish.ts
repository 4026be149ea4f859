import type { DurableObjectNamespace } from "@cloudflare/workers-types";
import type { MemberId } from "#contract/ids.ts";

export type PublishToMember = (
	member_id: MemberId,
	notification_ids: readonly string[],
) => Promise<void>;

/** One request may make a thousand calls on Cloudflare; the database needs some of them. */
const MAX_RINGS = 400;

/**
 * Tells the open pages of those for whom something was stored. A bell that is
 * not heard loses nothing: the list is in the database.
 */
export async function publishNotifications(
	ring: PublishToMember,
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

/** A member's open streams. */
type NotificationBell = {
	/** Tells the streams of these notifications; of none: that the list has changed. */
	ring(ids: readonly string[]): Promise<void>;
	/** Opens a stream; null where the member has too many. */
	events(signal: AbortSignal): Promise<Response | null>;
};

type Rpc = {
	ring(member_id: MemberId, ids: readonly string[]): Promise<void>;
	fetch(request: Request): Promise<Response>;
};

/** The request's header that says whose stream it is. */
export const BELL_MEMBER = "bell-member";
/** How the object says that the member has too many streams. */
export const TOO_MANY_STATUS = 429;
const EVENTS_URL = "https://notification-bell/events";

/** The objects by member id: all of a member's pages meet in one. */
export function notificationChannels(namespace: DurableObjectNamespace) {
	return (member_id: MemberId): NotificationBell => {
		const stub = namespace.get(
			namespace.idFromName(member_id),
		) as unknown as Rpc;
		return {
			ring: (ids) => stub.ring(member_id, ids),
			async events(signal) {
				const headers = { [BELL_MEMBER]: member_id };
				const response = await stub.fetch(
					new Request(EVENTS_URL, { headers, signal }),
				);
				return response.status === TOO_MANY_STATUS ? null : response;
			},
		};
	};
}
