import type { MemberId, VideoId } from "#contract/ids.ts";
import {
	type CreatorResponded,
	type Message,
	parseMessage,
} from "./messages.ts";
import type { Delivery, Notified, WaitingMessage } from "./outbox-queries.ts";
import { type PublishToMember, publishNotifications } from "./publish.ts";
import type { StandingResponse } from "./response-queries.ts";
import {
	analysisNotification,
	claimNotification,
	type NotificationText,
	responseNotification,
	webhookNotification,
} from "./wording.ts";

/** As many messages as one sweep delivers; the next one takes the rest. */
const SWEEP_LIMIT = 200;
/** Members told in one batch, and batches in which one sweep takes a message to many. */
const SLICE_MEMBERS = 500;
const SWEEP_SLICES = 10;

/** What a delivery needs from outside. */
export type Deliveries = {
	/** Oldest first; `cause` names the run, claim or response that they tell of. */
	waiting(cause: string | null, limit: number): Promise<WaitingMessage[]>;
	standingResponse(response_id: string): Promise<StandingResponse | null>;
	/** By id, from the one after `reached` on. */
	audience(asked: {
		video_id: VideoId;
		author: MemberId;
		reached: string | null;
		limit: number;
	}): Promise<MemberId[]>;
	deliver(delivery: Omit<Delivery, "now">): Promise<Notified[]>;
	/** The same for the same message and member. */
	notificationId(message: string, member_id: MemberId): string;
	ring: PublishToMember;
	log(message: string, fields: Record<string, unknown>): void;
};

/**
 * Turns what waits in the outbox into notifications, all of it or what `cause`
 * has to tell. May run twice and by several at once: each member is told once.
 */
export async function deliverNotifications(
	deliveries: Deliveries,
	cause: string | null = null,
): Promise<void> {
	const told: Notified[] = [];
	for (const waiting of await deliveries.waiting(cause, SWEEP_LIMIT)) {
		try {
			told.push(...(await deliver(deliveries, waiting)));
		} catch (error) {
			// It waits for the next sweep, and does not keep the others waiting.
			const fields = { id: waiting.id, error: String(error) };
			deliveries.log("notification not delivered", fields);
		}
	}
	await publishNotifications(deliveries.ring, told);
}

async function deliver(
	deliveries: Deliveries,
	waiting: WaitingMessage,
): Promise<Notified[]> {
	const message = parseMessage(waiting.kind, waiting.payload);
	if (message?.kind === "creator_response")
		return deliverToMany(deliveries, waiting, message.payload);
	if (!message) {
		const { id, kind } = waiting;
		deliveries.log("notification not understood", { id, kind });
	}
	return deliveries.deliver({
		message: waiting,
		notice: message && noticeOf(message),
		to: addressed(deliveries, waiting, waiting.member_id),
		done: true,
	});
}

function noticeOf(
	message: Exclude<Message, { kind: "creator_response" }>,
): NotificationText {
	switch (message.kind) {
		case "new_analysis":
			return analysisNotification(message.payload);
		case "claim_decision":
			return claimNotification(message.payload);
		case "webhook_failed":
			return webhookNotification(message.payload);
	}
}

async function deliverToMany(
	deliveries: Deliveries,
	waiting: WaitingMessage,
	responded: CreatorResponded,
): Promise<Notified[]> {
	const standing = await deliveries.standingResponse(responded.response_id);
	const notice =
		standing && responseNotification(responded, standing.statement_id);
	const told: Notified[] = [];
	let { reached } = waiting;
	for (let slices = 0; slices < SWEEP_SLICES; slices += 1) {
		const audience = notice
			? await deliveries.audience({
					video_id: responded.video_id,
					author: responded.author_member_id,
					reached,
					limit: SLICE_MEMBERS,
				})
			: [];
		const done = audience.length < SLICE_MEMBERS;
		told.push(
			...(await deliveries.deliver({
				message: { ...waiting, reached },
				notice,
				to: addressed(deliveries, waiting, ...audience),
				done,
			})),
		);
		if (done) break;
		reached = audience.at(-1) ?? reached;
	}
	return told;
}

function addressed(
	{ notificationId }: Deliveries,
	{ id }: WaitingMessage,
	...members: (MemberId | null)[]
): Notified[] {
	return members.flatMap((member_id) =>
		member_id === null
			? []
			: [{ id: notificationId(`message:${id}`, member_id), member_id }],
	);
}
