import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { decodePage } from "#features/evidence/decode-page.ts";
import { indexPage } from "#features/evidence/passages.ts";
import { readHtml } from "#features/evidence/read-html.ts";
import { hasPromptInjection } from "#features/statements/prompt-injection.ts";
import { HOSTILE_PASSAGES, REPORTED_VERDICTS } from "#tests/support/fixtures/protocol-texts.ts";
import { READABILITY, readReadability } from "./public-pages.ts";
import { count, type Half, isInHalf, type PublicFolder, type Topic } from "./topic.ts";

export const FOOL_ME_TWICE: PublicFolder = {
	folder: "fool-me-twice",
	home: "https://github.com/google-research/fool-me-twice",
};
export const WICE: PublicFolder = { folder: "wice", home: "https://github.com/ryokamoi/wice" };

/** Text that is taken for an address to the raters, rightly and wrongly. */
export const AIMED: Topic = {
	name: "text aimed at raters",
	needs: [FOOL_ME_TWICE, WICE, READABILITY],
	async measure(pathOf, half) {
		const reported = REPORTED_VERDICTS.flatMap(([report, ...all]) =>
			all.map((verdict) => report.replaceAll("%", verdict)),
		);
		const ordinary = [
			...foolMeTwicePassages(pathOf(FOOL_ME_TWICE), half),
			...wicePassages(pathOf(WICE), half),
			...readReadability(pathOf(READABILITY), half).flatMap(({ bytes }) =>
				passagesOf(readHtml(decodePage(bytes, "text/html")).text),
			),
		];
		return [
			count(
				{ figure: "caught", set: "wordings written after the rule", aim: { at_least: 10 } },
				HOSTILE_PASSAGES.measured.map(hasPromptInjection),
			),
			count(
				{ figure: "verdicts that fact checks report", set: "own", aim: { at_most: 0 } },
				reported.map(hasPromptInjection),
			),
			count(
				{
					figure: "false alarms",
					set: "passages of Fool Me Twice, WiCE, readability",
					aim: { at_most: 3 },
				},
				ordinary.map(hasPromptInjection),
			),
		];
	},
};

function passagesOf(text: string): string[] {
	return indexPage(text, null).spans.map(({ start, end }) => text.slice(start, end));
}

const Sentences = z.array(z.object({ text: z.string() }));
const Claim = z.object({
	id: z.string(),
	text: z.string(),
	wikipedia_page: z.string(),
	gold_evidence: Sentences,
	retrieved_evidence: Sentences,
});

/** The claims of Fool Me Twice with sentences of the article that each is about. */
export function readClaims(path: string): z.infer<typeof Claim>[] {
	return ["dev", "test"].flatMap((split) =>
		readLines(join(path, "dataset", `${split}.jsonl`)).map((line) => Claim.parse(line)),
	);
}

function foolMeTwicePassages(path: string, half: Half): string[] {
	const claims = readClaims(path).filter(({ id }) => isInHalf(id, half));
	const texts = claims.flatMap((it) => [it, ...it.gold_evidence, ...it.retrieved_evidence]);
	return [...new Set(texts.map(({ text }) => text))];
}

const Cited = z.object({ evidence: z.array(z.string()), meta: z.object({ id: z.string() }) });

function wicePassages(path: string, half: Half): string[] {
	return ["dev", "test"].flatMap((split) =>
		readLines(join(path, "data/entailment_retrieval/claim", `${split}.jsonl`))
			.map((line) => Cited.parse(line))
			.filter(({ meta }) => isInHalf(meta.id, half))
			.flatMap(({ evidence }) => passagesOf(evidence.join("\n"))),
	);
}

function readLines(file: string): unknown[] {
	return readFileSync(file, "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line): unknown => JSON.parse(line));
}
