import type { VideoId } from "#contract/ids.ts";
import { readCard } from "#features/sharing/cards.ts";
import { readFeed } from "#features/sharing/feeds.ts";
import type { Base } from "./base.ts";

/** As many as a reader that looks in once a day may miss. */
const FEED_ENTRIES = 50;

/** What other sites and programs show of results. */
export function composeCards({ db, view }: Base) {
	return {
		card: (video_id: VideoId) => readCard(db, video_id, view),
		/** null: of every channel. */
		feed: (channel_id: string | null) =>
			readFeed(db, { channel_id, limit: FEED_ENTRIES }),
	};
}
