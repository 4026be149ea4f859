import type { Cue } from "#contract/video.ts";
import { parseClassic } from "./classic.ts";
import { parseJson3 } from "./json3.ts";
import { parseSrv3 } from "./srv3.ts";
import { type TrackFormat, trackFormat } from "./track-format.ts";
import { parseVtt } from "./vtt.ts";

const PARSERS: Record<TrackFormat, (text: string) => Cue[]> = {
	json3: parseJson3,
	srv3: parseSrv3,
	classic: parseClassic,
	vtt: parseVtt,
};

/**
 * Cues of a caption track in whichever format it came: json3, srv3, classic XML
 * or WebVTT, told by content. None where it is none of them or holds no words.
 */
export function readTrack(body: string): Cue[] {
	const format = trackFormat(body);
	const text = body.replace(/^[\uFEFF\s]+/u, "");
	return format === null ? [] : PARSERS[format](text);
}
