import { VideoId } from "#contract/ids.ts";
import type { CompletedCard } from "#features/sharing/cards.ts";

/** A finished analysis as other sites show it. */
export function aCard(fields: Partial<CompletedCard> = {}): CompletedCard {
	return {
		state: "completed",
		video_id: VideoId.parse("abcdefghijk"),
		title: "How the bridge was built",
		channel_name: "Bridge Channel",
		channel_id: "UC0000000000000000000000",
		thumbnail_url: "https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg",
		score: 82,
		confidence: 80,
		bands: { factual: 1, moderate: 2, high: 6 },
		raters: 3,
		simulated: false,
		transcript_source: "captions",
		version: 1,
		...fields,
	};
}

export const WITHOUT_RESULT = ["pending", "failed", "unknown"] as const;

export function cardWithout(state: (typeof WITHOUT_RESULT)[number]) {
	return { state, video_id: VideoId.parse("abcdefghijk") };
}
