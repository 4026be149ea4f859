import type { StatementId, VideoId } from "#contract/ids.ts";
import { cutAtWord } from "../text/cut-at-word.ts";

/** The platform's longest title. */
const MAX_NAME_CHARS = 100;
/** A few lines; the page behind it has the rest. */
const MAX_SENTENCES_CHARS = 300;

/** A title or a name within a sentence, or `otherwise` where there is none. */
export function named(name: string, otherwise: string): string {
	const text = name.trim();
	return text ? `“${cutAtWord(text, MAX_NAME_CHARS)}”` : otherwise;
}

/** Somebody's own words, made to end as a sentence does. */
export function sentences(text: string): string {
	const said = cutAtWord(text.trim(), MAX_SENTENCES_CHARS);
	return /[.!?…]["”’)]?$/.test(said) ? said : `${said}.`;
}

/** The page of a video's results, at a statement if one is given. */
export function resultsPath(
	video_id: VideoId,
	statement_id: StatementId | null = null,
): string {
	return `/results/${video_id}${statement_id === null ? "" : `#s-${statement_id}`}`;
}
