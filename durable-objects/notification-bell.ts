import { DurableObject } from "cloudflare:workers";
import { MemberId } from "#contract/ids.ts";
import {
	ENDED_STATUS,
	STREAM_CREDENTIAL,
	STREAM_MEMBER,
	TOO_MANY_STATUS,
} from "#features/notifications/publish.ts";
import { readForStreams } from "#features/notifications/queries.ts";
import { STREAM_HEADERS } from "#http/event-stream.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createContext } from "#worker/context.ts";
import { NotificationStreams } from "./notification-streams.ts";

/** Sends a member's notifications from the database to their open pages. Stores nothing. */
export class NotificationBell extends DurableObject<Bindings> {
	#streams: NotificationStreams | null = null;

	async publish(member_id: MemberId, ids: readonly string[]): Promise<void> {
		await this.#of(member_id).publish(ids);
	}

	/** Called after a session or API key of the member has ended. */
	async recheck(member_id: MemberId): Promise<void> {
		await this.#of(member_id).recheck();
	}

	override async fetch(request: Request): Promise<Response> {
		const member_id = MemberId.parse(request.headers.get(STREAM_MEMBER));
		const credential = request.headers.get(STREAM_CREDENTIAL) ?? "";
		const body = await this.#of(member_id).open(credential, request.signal);
		if (body === "ended") return new Response(null, { status: ENDED_STATUS });
		return body === "too_many"
			? new Response(null, { status: TOO_MANY_STATUS })
			: new Response(body, { headers: STREAM_HEADERS });
	}

	/** The object belongs to one member, but only the caller knows which. */
	#of(member_id: MemberId): NotificationStreams {
		// Opens the database for each read, because the object outlives a client.
		this.#streams ??= new NotificationStreams(() => {
			const { db, now } = createContext(this.env);
			return readForStreams(db.primary, member_id, now().toISOString());
		});
		return this.#streams;
	}
}
