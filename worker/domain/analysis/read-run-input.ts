import * as z from "zod";
import { Provider, RunId, VideoId } from "#contract/ids.ts";
import { TranscriptSource } from "#contract/video.ts";
import { watchUrl } from "../video-url.ts";
import type { RunInput } from "./run-state.ts";

/** As it was stored, perhaps by another version; a field that is new needs a default here. */
const Stored = z.object({
	run_id: RunId,
	video_id: VideoId,
	url: z.string(),
	started_by: z.string().nullable(),
	started_at_ms: z.number(),
	panel: z.array(Provider),
	simulated: z.boolean(),
	member_transcript: z.string().nullable(),
	earlier_source: TranscriptSource.nullable(),
}) satisfies z.ZodType<RunInput>;

const { run_id, video_id, ...others } = Stored.shape;
const Identity = z.object({ run_id, video_id });
const Others = z.object({
	url: others.url.optional().catch(undefined),
	started_by: others.started_by.catch(null),
	started_at_ms: others.started_at_ms.catch(0),
	simulated: others.simulated.catch(false),
});

/**
 * What a run was started with. Where this version does not know its shape, as
 * much of it as the run needs to be ended: it is not `readable` then. Throws
 * where not even the run and its video can be told.
 */
export function readRunInput(stored: unknown): {
	input: RunInput;
	readable: boolean;
} {
	const read = Stored.safeParse(stored);
	if (read.success) return { input: read.data, readable: true };
	const identity = Identity.parse(stored);
	const { url = watchUrl(identity.video_id), ...rest } = Others.parse(stored);
	const unknown = { panel: [], member_transcript: null, earlier_source: null };
	return { input: { ...identity, url, ...rest, ...unknown }, readable: false };
}
