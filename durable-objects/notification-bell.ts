import { DurableObject } from "cloudflare:workers";
import { MemberId } from "#contract/ids.ts";
import {
	STREAM_MEMBER,
	TOO_MANY_STATUS,
} from "#features/notifications/publish.ts";
import { readNotifications } from "#features/notifications/queries.ts";
import { STREAM_HEADERS } from "#http/event-stream.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createContext } from "#worker/context.ts";
import { NotificationStreams } from "./notification-streams.ts";

/** Sends one member's notifications from the database to their open pages. Stores nothing. */
export class NotificationBell extends DurableObject<Bindings> {
	#streams: NotificationStreams | null = null;

	async publish(member_id: MemberId, ids: readonly string[]): Promise<void> {
		await this.#of(member_id).publish(ids);
	}

	/** For a member whose sessions have ended. */
	async end(member_id: MemberId): Promise<void> {
		await this.#of(member_id).end();
	}

	override async fetch(request: Request): Promise<Response> {
		const member_id = MemberId.parse(request.headers.get(STREAM_MEMBER));
		const body = await this.#of(member_id).open(request.signal);
		return body
			? new Response(body, { headers: STREAM_HEADERS })
			: new Response(null, { status: TOO_MANY_STATUS });
	}

	/** The object belongs to one member, but only the caller knows which. */
	#of(member_id: MemberId): NotificationStreams {
		// Opens the database for each read, because the object outlives a client.
		this.#streams ??= new NotificationStreams(() =>
			readNotifications(createContext(this.env).db.primary, member_id),
		);
		return this.#streams;
	}
}
