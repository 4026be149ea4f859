import type { DurableObjectNamespace } from "@cloudflare/workers-types";
import type { MemberId } from "#contract/ids.ts";

/** A member's open streams. */
export type NotificationBell = {
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
export function notificationBells(namespace: DurableObjectNamespace) {
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
