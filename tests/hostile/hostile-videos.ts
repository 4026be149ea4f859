import { RawText } from "#tests/support/fakes/ai-answers.ts";
import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";
import type { FakeTrack } from "#tests/support/fakes/youtube-answers.ts";
import type { HostileClass } from "./seeds.ts";

/** Sentences said in every video, from which statements may be made. */
export const SAID = [
	"The lighthouse was built in 1874 and stands 31 metres tall.",
	"Its lamp can be seen from 26 nautical miles away at night.",
	"The last keepers lived here until the winter of 1983.",
];
/** Never said, but claimed by the hostile provider. */
export const INVENTED = "The mayor admitted in March that the whole harbour budget was stolen.";

export const FORMS = ["json3", "srv3", "vtt", "pasted"] as const;
export type Form = (typeof FORMS)[number];

export type HostileVideo = { kind: HostileClass; form: Form; texts: string[] };

/** The number of hostile texts that one video contains between its true sentences. */
export const TEXTS_A_VIDEO = 12;

/** The video's lines: true sentences and hostile texts in turns. */
function linesOf({ texts }: HostileVideo): string[] {
	return texts.flatMap((text, at) => [SAID[at % SAID.length] ?? "", text]);
}

/** The caption track as the platform serves it, with each text as raw as the format allows. */
export function tracksOf(video: HostileVideo): FakeTrack[] | null {
	const lines = linesOf(video);
	const cues = lines.map((text, at) => ({ start: at * 5, text }));
	switch (video.form) {
		case "json3":
			return [{ language: "en", cues }];
		case "srv3":
			return [{ language: "en", body: srv3(lines) }];
		case "vtt":
			return [{ language: "en", body: vtt(lines) }];
		case "pasted":
			return null;
	}
}

export function pastedOf(video: HostileVideo): string {
	return linesOf(video).join("\n");
}

/** Most lines escaped for XML and some raw, so the body may be malformed. */
function srv3(lines: string[]): string {
	const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	const body = lines.map(
		(text, at) => `<p t="${at * 5_000}" d="4000">${at % 4 < 3 ? escaped(text) : text}</p>`,
	);
	return `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><body>${body.join("\n")}</body></timedtext>`;
}

function vtt(lines: string[]): string {
	const clock = (s: number) =>
		`00:${String(Math.floor(s / 60)).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}.000`;
	const blocks = lines.map(
		(text, at) => `${clock(at * 5)} --> ${clock(at * 5 + 4)}\n${text.replaceAll(/\n+/g, " ")}`,
	);
	return `WEBVTT\n\n${blocks.join("\n\n")}\n`;
}

/**
 * A provider that returns the texts as statements, explanations and sources, or instead of an
 * answer.
 */
export function hostileAnswers(texts: readonly string[]) {
	let turn = 0;
	const next = () => texts[turn++ % Math.max(1, texts.length)] ?? "";
	return {
		extract: () => ({
			statements: [
				...SAID.map((quote) => ({ content: quote, quote, importance: 90 })),
				...texts.map((text) => ({
					content: text,
					quote: SAID[turn++ % SAID.length],
					importance: text,
				})),
				...texts.map((text) => ({ content: text, quote: text, importance: 80 })),
				{ content: INVENTED, quote: INVENTED, importance: 100 },
				{ content: INVENTED, quote: `${SAID[0]} ${INVENTED}`, importance: 100 },
			],
		}),
		rate: ({ provider }: FakeCall) => {
			const text = next();
			// One of the three providers sometimes returns unstructured text, which the run must survive.
			if (provider === "gemini" && turn % 3 === 0) return new RawText(text);
			return {
				score: turn % 5 === 0 ? text : 1_000 * (turn % 2),
				confidence: turn % 4 === 0 ? text : -7,
				explanation: text.repeat(turn % 7 === 0 ? 40 : 1),
				sources: [text, `https://example.org/${text}`, next(), next(), next()],
				[text]: text,
				verdict: { html: text },
			};
		},
	};
}
