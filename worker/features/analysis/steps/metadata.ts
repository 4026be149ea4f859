import { readMetadata } from "#features/youtube/metadata.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import type { LiveRun } from "../live-run.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";
import { publishedMetadata } from "./more.ts";

/** Used with a pasted transcript if the video has no readable metadata. */
const UNKNOWN: Metadata = {
	title: "",
	channel_name: "",
	channel_id: null,
	thumbnail_url: "",
	duration: null,
	view_count: null,
	published_at: null,
	description: "",
};

export async function fetchMetadata(
	deps: StepDeps,
	run: LiveRun,
): Promise<TaskOutputs["metadata"]> {
	const sample = deps.findSample(run.input.video_id);
	if (sample) return { metadata: sample.metadata, player: null };
	const read = await readMetadata(deps.metadata, run.input.video_id);
	if (read.ok) return { metadata: read.metadata, player: read.player };
	if (run.input.keeps !== null) return publishedMetadata(deps, run);
	const pasted = run.input.member_transcript !== null;
	if (pasted && read.error.transcript_wanted) return { metadata: UNKNOWN, player: null };
	return { error: read.error };
}
