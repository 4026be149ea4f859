import { stripNonSpeech } from "./non-speech.ts";

/** Whether anything is said in a text: "[Music] ♪" is nothing. */
export function hasWords(text: string): boolean {
	return /\p{L}/u.test(stripNonSpeech(text));
}
