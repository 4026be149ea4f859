import { DurableObject } from "cloudflare:workers";
import { MemberId } from "#contract/ids.ts";
import {
	BELL_MEMBER,
	TOO_MANY_STATUS,
} from "#features/notifications/publish.ts";
import { STREAM_HEADERS } from "#http/event-stream.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createNotificationReader } from "#worker/compose/notifications.ts";
import { NotificationStreams } from "./notification-streams.ts";

/** Tells one member's open pages what the database has for them. Stores nothing. */
export class NotificationBell extends DurableObject<Bindings> {
	#streams: NotificationStreams | null = null;

	async ring(member_id: MemberId, ids: readonly string[]): Promise<void> {
		await this.#of(member_id).ring(ids);
	}

	override async fetch(request: Request): Promise<Response> {
		const member_id = MemberId.parse(request.headers.get(BELL_MEMBER));
		const body = await this.#of(member_id).open(request.signal);
		return body
			? new Response(body, { headers: STREAM_HEADERS })
			: new Response(null, { status: TOO_MANY_STATUS });
	}

	/** The object is the member's, but only who asks knows whose. */
	#of(member_id: MemberId): NotificationStreams {
		this.#streams ??= new NotificationStreams(
			createNotificationReader(this.env, member_id),
		);
		return this.#streams;
	}
}
