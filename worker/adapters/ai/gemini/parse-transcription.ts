import * as z from "zod";
import { badAnswer } from "#pipeline/call-failure.ts";
import type {
	TranscriptionAnswer,
	TranscriptionInput,
} from "#pipeline/providers.ts";
import { visibleLine } from "../hidden-characters.ts";
import { jsonObjects } from "../read-json.ts";
import { parseClockTime } from "./parse-clock-time.ts";
import { placeInWindow } from "./place-in-window.ts";

/** Speech of ten seconds, several times over. */
const MAX_SEGMENT_CHARS = 2_000;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

const Segment = z.object({
	start: z.union([z.string(), z.number()]),
	text: z.string().max(MAX_SEGMENT_CHARS),
});
const Transcription = z.object({
	language: z.string().regex(LANGUAGE).nullable().catch(null),
	segments: z.array(Segment),
});

/**
 * The cues in a model's text, in order of time and within the window; empty
 * where nothing is said. Throws CallFailure, also where too many times are off.
 */
export function parseTranscription(
	text: string,
	window: Pick<TranscriptionInput, "start" | "end">,
): TranscriptionAnswer {
	const answer = jsonObjects(text)
		.map((value) => Transcription.safeParse(value))
		.findLast((result) => result.success);
	if (answer?.data === undefined) throw badAnswer();
	const { language, segments } = answer.data;
	const heard = segments
		.map(({ start, text }) => ({
			start: parseClockTime(start),
			text: visibleLine(text),
		}))
		.filter(({ text }) => text !== "");
	const cues = placeInWindow(heard, window);
	if (cues === null) throw badAnswer("the answer's times do not fit the video");
	return { language, cues };
}
