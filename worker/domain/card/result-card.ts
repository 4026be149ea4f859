import type { VideoId } from "#contract/ids.ts";
import type { TranscriptSource } from "#contract/video.ts";
import type { Band } from "../bands.ts";

/** What other sites show of a finished analysis: no personal data, no votes. */
export type CompletedCard = {
	state: "completed";
	video_id: VideoId;
	/** One line of visible text; may be empty. */
	title: string;
	channel_name: string;
	channel_id: string | null;
	/** As stored: absolute, or a path of this site. */
	thumbnail_url: string;
	/** 0 to 100; null where there was nothing to check. */
	score: number | null;
	/** Percent. */
	confidence: number;
	/** Live statements by their own score. */
	bands: Record<Band, number>;
	/** How many providers rated. */
	raters: number;
	simulated: boolean;
	transcript_source: TranscriptSource | null;
	version: number;
};

/** pending: the first analysis is under way; failed: there was never a result. */
export type ResultCard =
	| CompletedCard
	| { state: "pending" | "failed" | "unknown"; video_id: VideoId };

/** How a card names its video. */
export function cardTitle(card: ResultCard): string {
	return card.state === "completed" && card.title
		? card.title
		: "A YouTube video";
}
