import type { TranscriptAnswer } from "#contract/video.ts";

/** Cues have only a few words, so they are grouped into paragraphs of this length. */
const PARAGRAPH_S = 30;
/** About half a minute of speech, for text without times. */
const PARAGRAPH_CHARS = 500;

export type Paragraph = {
	/** Seconds; null if the text has no times. */
	start: number | null;
	text: string;
	/** The paragraph's offset in the whole text. */
	from: number;
};

export type TranscriptText = {
	paragraphs: Paragraph[];
	/** All paragraphs joined by one space: the text that is searched. */
	whole: string;
};

/** The transcript as paragraphs of about half a minute. */
export function transcriptParagraphs(answer: TranscriptAnswer): TranscriptText {
	const pieces =
		answer.cues.length > 0
			? groupCues(answer.cues)
			: cutText(answer.transcript).map((text) => ({ start: null, text }));
	let from = 0;
	const paragraphs = pieces.map((piece) => {
		const paragraph = { ...piece, from };
		from += piece.text.length + 1;
		return paragraph;
	});
	return { paragraphs, whole: pieces.map(({ text }) => text).join(" ") };
}

function groupCues(cues: TranscriptAnswer["cues"]) {
	const groups: { start: number; texts: string[] }[] = [];
	for (const { start, text } of cues) {
		const group = groups.at(-1);
		if (group === undefined || start - group.start >= PARAGRAPH_S) {
			groups.push({ start, texts: [text] });
		} else {
			group.texts.push(text);
		}
	}
	return groups.map(({ start, texts }) => ({ start, text: texts.join(" ") }));
}

function cutText(text: string): string[] {
	return text
		.split(/\n+/)
		.flatMap((line) => line.match(LINE_PIECES) ?? [])
		.map((piece) => piece.trim())
		.filter((piece) => piece !== "");
}

const LINE_PIECES = new RegExp(`.{1,${PARAGRAPH_CHARS}}(?:\\s|$)|.{1,${PARAGRAPH_CHARS}}`, "gu");
