import type { MemberId } from "#contract/ids.ts";
import type { ReadRequest } from "#contract/notifications.ts";
import { type Db, openDb } from "#db/client.ts";
import type { Deliveries } from "#features/notifications/deliver-notifications.ts";
import type { VoteNotifications } from "#features/notifications/notify-votes.ts";
import {
	deliverMessage,
	notificationId,
	waitingMessages,
} from "#features/notifications/outbox-queries.ts";
import {
	notificationChannels,
	type PublishToMember,
} from "#features/notifications/publish.ts";
import {
	markRead,
	readNotifications,
} from "#features/notifications/queries.ts";
import {
	responseAudience,
	standingResponse,
} from "#features/notifications/response-queries.ts";
import {
	gatherVotes,
	pendingVotes,
	recordVotesNotified,
} from "#features/notifications/vote-queries.ts";
import type { Bindings } from "#worker/bindings.ts";
import { requireSettings } from "#worker/env.ts";
import { log } from "#worker/log.ts";
import type { Base } from "./base.ts";
import { databaseSource } from "./database-source.ts";

export function composeNotifications({ env, db, view, now }: Base) {
	return {
		/** A member's own list; it decides nothing, so it goes from route to store. */
		read: (member_id: MemberId) => readNotifications(db, member_id),
		markRead: (member_id: MemberId, request: ReadRequest) =>
			markRead(db, member_id, request),
		bellOf: notificationChannels(env.NOTIFICATION_BELL),
		deliveries: composeDeliveries(env, db),
		votes: {
			untold: (limit) => pendingVotes(db, limit),
			gather: (span) => gatherVotes(db, span, view),
			tell: (span, told) => recordVotesNotified(db, { span, told, now: now() }),
			notificationId,
			ring: composeRing(env),
		} satisfies VoteNotifications,
	};
}

/** For whoever has only just written a message, and for the sweep. */
export function composeDeliveries(env: Bindings, db: Db): Deliveries {
	return {
		waiting: (cause, limit) => waitingMessages(db, { cause, limit }),
		standingResponse: (response_id) => standingResponse(db, response_id),
		audience: (asked) => responseAudience(db, asked),
		deliver: (delivery) =>
			deliverMessage(db, { ...delivery, now: new Date().toISOString() }),
		notificationId,
		ring: composeRing(env),
		log,
	};
}

/** For the member's bell, which opens the database for each reading. */
export function createNotificationReader(env: Bindings, member_id: MemberId) {
	const source = databaseSource(env, requireSettings(env));
	return () => readNotifications(openDb(source), member_id);
}

function composeRing(env: Bindings): PublishToMember {
	const bellOf = notificationChannels(env.NOTIFICATION_BELL);
	return (member_id, ids) => bellOf(member_id).ring(ids);
}
