import type { Cue } from "#contract/video.ts";
import { finishCues } from "./finish-cues.ts";
import { stripMarkup } from "./strip-markup.ts";
import { xmlElements } from "./xml-elements.ts";

/** Ruby values of a pen from here on: brackets around a reading, readings. */
const FIRST_RUBY_ASIDE = 2;

/**
 * Cues of an srv3 track (`<timedtext format="3">`). A span's text counts unless
 * its pen makes it a ruby reading or a bracket around one: 漢(かん) is 漢.
 * Paragraphs that only scroll what is shown are skipped.
 */
export function parseSrv3(xml: string): Cue[] {
	const asides = new Set(
		xmlElements(xml, "pen")
			.filter(({ attributes }) => Number(attributes.rb) >= FIRST_RUBY_ASIDE)
			.map(({ attributes }) => attributes.id),
	);
	const paragraphs = xmlElements(
		xml,
		"p",
		({ p }) => p !== undefined && asides.has(p),
	);
	const scrolls = ({ attributes }: { attributes: Record<string, string> }) =>
		attributes.a === "1";
	const captions = paragraphs
		.filter((paragraph) => !scrolls(paragraph))
		.map(({ attributes: { t, d }, text }) => {
			const start = Number(t ?? 0) / 1000;
			const end = d === undefined ? null : start + Number(d) / 1000;
			return { start, end, text: stripMarkup(text, null, asIs).text };
		});
	return finishCues(captions, { rolling: paragraphs.some(scrolls) });
}

/** Entities were decoded with the XML, once as this format wants. */
function asIs(text: string): string {
	return text;
}
