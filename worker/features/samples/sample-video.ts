import { watchUrl } from "#contract/addresses.ts";
import { VideoId } from "#contract/ids.ts";
import type { Sample } from "#contract/site.ts";
import type { Cue } from "#contract/video.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";

/** The author's label of a sample's statement. */
export type SampleLabel = "true" | "mixed" | "false";

/** "unlikely": true, though it sounds false to whoever knows no page. "opinion": no page can check it. */
export type SampleTrait = "unlikely" | "opinion";

/** A video that exists only here: written for this project and not playable. */
export type SampleVideo = Sample & {
	metadata: Metadata;
	cues: Cue[];
	/** The factual statements, by their exact sentence. */
	labels: Readonly<Record<string, SampleLabel>>;
	/** Of some of these statements. */
	traits: Readonly<Record<string, SampleTrait>>;
};

/**
 * Completes a sample's script. The ids cannot be real: the last of a platform id's 11
 * characters carries only four bits, and never these letters.
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
	/** Each cue's start in seconds, and its text. */
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
		},
		cues: script.cues.map(([start, text]) => ({ start, text })),
		labels,
		traits: script.traits ?? {},
	};
}
