import type { SpeechContext } from "#contract/statement.ts";
import { hasPromptInjection } from "#features/statements/prompt-injection.ts";
import { HEADS, LINE_HEADS } from "#features/statements/question-lines.ts";
import { fence, visibleLine } from "#providers/prompt-text.ts";
import { cutAtWord } from "#text/clean.ts";

/** A statement's quote, the speech before and after it, and who speaks, where it is known. */
export type SpokenWords = SpeechContext & { quote: string; speaker?: string | null | undefined };

/** How the uploader names the video and the channel; empty if it is not known. */
export type VideoNames = { title: string; channel: string };

/** Where a statement was made. All texts come from the video's author. */
export type SaidInVideo = { spoken: SpokenWords; video: VideoNames };

/** YouTube allows 100 characters for a title and fewer for a channel. */
const MAX_NAME_CHARS = 200;
/** Thirty seconds of fast speech have about 750 characters. */
const MAX_SPEECH_CHARS = 1_500;

/** The video's title and channel for a prompt, as data; null if neither is known. */
export function videoBlock({ title, channel }: VideoNames, random: () => number): string | null {
	const heads = LINE_HEADS.video;
	const lines = [line(heads.title, title), line(heads.channel, channel)];
	return block(`${HEADS.video}:`, lines, random);
}

/**
 * The speaker's words for a prompt, as data; null if they add nothing to the statement. `label` is
 * the line above them.
 */
export function speechBlock(
	statement: string,
	{ before, quote, after, speaker }: SpokenWords,
	label: string,
	random: () => number,
): string | null {
	const heads = LINE_HEADS.speech;
	const lines = [
		line(heads.speaker, speaker ?? ""),
		line(heads.before, before, MAX_SPEECH_CHARS),
		line(heads.quote, quote === statement ? "" : quote, MAX_SPEECH_CHARS),
		line(heads.after, after, MAX_SPEECH_CHARS),
	];
	return block(label, lines, random);
}

/** Whether any of these texts speaks to an AI model. */
export function addressModel({ spoken, video }: SaidInVideo): boolean {
	const { quote, before, after, speaker } = spoken;
	const texts = [quote, before, after, speaker ?? "", video.title, video.channel];
	return texts.some((text) => hasPromptInjection(visibleLine(text)));
}

/** A text on one line, so that it cannot imitate another line of its block. */
function line(name: string, text: string, max = MAX_NAME_CHARS): string | null {
	const shown = cutAtWord(visibleLine(text), max);
	return shown === "" ? null : `${name}: ${shown}`;
}

function block(
	label: string,
	lines: readonly (string | null)[],
	random: () => number,
): string | null {
	const known = lines.filter((it) => it !== null);
	return known.length === 0 ? null : `${label}\n${fence(known.join("\n"), random)}`;
}
