import type { Cue } from "#contract/video.ts";
import { finishCues } from "./finish-cues.ts";
import { stripMarkup } from "./strip-markup.ts";
import { xmlElements } from "./xml-elements.ts";

/**
 * Cues of a classic track (srv1, `<transcript><text start dur>`). Its text is
 * HTML inside XML, so entities are decoded twice: once with the XML, once here.
 */
export function parseClassic(xml: string): Cue[] {
	const captions = xmlElements(xml, "text").map(({ attributes, text }) => {
		const start = Number(attributes.start ?? 0);
		const { dur } = attributes;
		const end = dur === undefined ? null : start + Number(dur);
		return { start, end, text: stripMarkup(text).text };
	});
	return finishCues(captions);
}
