import { notificationId } from "#adapters/crypto/notification-id.ts";
import { deliverMessage } from "#adapters/db/notices/deliver-message.ts";
import { gatherVotes, untoldVotes } from "#adapters/db/notices/gather-votes.ts";
import {
	responseAudience,
	standingResponse,
} from "#adapters/db/notices/response-audience.ts";
import { tellVotes } from "#adapters/db/notices/tell-votes.ts";
import { waitingMessages } from "#adapters/db/notices/waiting-messages.ts";
import { type Db, openDb } from "#adapters/db/open-db.ts";
import {
	markRead,
	readNotifications,
} from "#adapters/db/store-notifications.ts";
import { notificationBells } from "#adapters/durable/notification-bells.ts";
import type { MemberId } from "#contract/ids.ts";
import type { ReadRequest } from "#contract/notifications.ts";
import type { Deliveries } from "#use-cases/deliver-notifications.ts";
import type { VoteNotices } from "#use-cases/notify-of-votes.ts";
import type { Ring } from "#use-cases/ring-bells.ts";
import type { Bindings } from "../bindings.ts";
import { requireSettings } from "../env.ts";
import type { Base } from "./base.ts";
import { databaseSource } from "./database-source.ts";
import { log } from "./log.ts";

export function composeNotifications({ env, db, view, now }: Base) {
	return {
		/** A member's own list; it decides nothing, so it goes from route to store. */
		read: (member_id: MemberId) => readNotifications(db, member_id),
		markRead: (member_id: MemberId, request: ReadRequest) =>
			markRead(db, member_id, request),
		bellOf: notificationBells(env.NOTIFICATION_BELL),
		deliveries: composeDeliveries(env, db),
		votes: {
			untold: (limit) => untoldVotes(db, limit),
			gather: (span) => gatherVotes(db, span, view),
			tell: (span, told) => tellVotes(db, { span, told, now: now() }),
			notificationId,
			ring: composeRing(env),
		} satisfies VoteNotices,
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

function composeRing(env: Bindings): Ring {
	const bellOf = notificationBells(env.NOTIFICATION_BELL);
	return (member_id, ids) => bellOf(member_id).ring(ids);
}
