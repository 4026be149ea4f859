import type { Context } from "hono";
import type { StoredCard } from "#adapters/db/store-cards.ts";
import { VideoId } from "#contract/ids.ts";
import type { AppEnv } from "./app-env.ts";

/** An id that no video can have, for cards of what cannot be one. */
const NO_VIDEO = VideoId.parse("___________");

/** The card of the video that an address names. What cannot be an id costs no query. */
export async function cardOf(
	c: Context<AppEnv>,
	id: string | undefined,
): Promise<StoredCard> {
	const video_id = VideoId.safeParse(id);
	if (video_id.success) return c.get("deps").cards.card(video_id.data);
	return {
		card: { state: "unknown", video_id: NO_VIDEO },
		statement_ids: [],
	};
}
