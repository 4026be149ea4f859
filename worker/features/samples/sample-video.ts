import { watchUrl } from "#contract/addresses.ts";
import { VideoId } from "#contract/ids.ts";
import type { Sample } from "#contract/site.ts";
import type { Cue } from "#contract/video.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";

/** The author's label of a sample's statement. */
export type SampleLabel = "true" | "mixed" | "false";

/** "unlikely": true, but sounds false without a source. "opinion": no page can settle it. */
export type SampleTrait = "unlikely" | "opinion";

/** A fictional video, written for this project and not playable. */
export type SampleVideo = Sample & {
	metadata: Metadata;
	cues: Cue[];
	/** The factual statements, keyed by their exact sentence. */
	labels: Readonly<Record<string, SampleLabel>>;
	/** The traits of some of these statements. */
	traits: Readonly<Record<string, SampleTrait>>;
};

/**
 * Builds a sample video from its script. The id cannot exist on YouTube: the last of an id's 11
 * characters encodes only four bits and is never one of these letters.
 */
export function sampleVideo(script: {
	id: `sample-${string}`;
	title: string;
	channel_name: `Sample channel: ${string}`;
	/** Seconds. */
	duration: number;
	published_at: string;
	labels: Readonly<Record<string, SampleLabel>>;
	traits?: Readonly<Record<string, SampleTrait>>;
	/** Each cue's start in seconds and its text. */
	cues: readonly (readonly [start: number, text: string])[];
}): SampleVideo {
	const { title, channel_name, duration, published_at, labels } = script;
	const id = VideoId.parse(script.id);
	return {
		id,
		url: watchUrl(id),
		title,
		duration,
		metadata: {
			title,
			channel_name,
			channel_id: null,
			thumbnail_url: `/samples/${id}.svg`,
			duration,
			view_count: null,
			published_at,
			description: "",
		},
		cues: script.cues.map(([start, text]) => ({ start, text })),
		labels,
		traits: script.traits ?? {},
	};
}
