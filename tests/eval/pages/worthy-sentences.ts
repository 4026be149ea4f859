import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Transcript } from "#features/captions/transcript.ts";
import { sentenceStatements } from "#features/statements/sentence-heuristic.ts";
import { type Half, isInHalf, type PublicFolder, type Row, type Topic } from "./topic.ts";

const CLAIMSPOTTER: PublicFolder = {
	folder: "claimspotter",
	home: "https://github.com/idirlab/claimspotter",
};
const CHECKTHAT_2018: PublicFolder = {
	folder: "clef2018-factchecking",
	home: "https://github.com/clef2018-factchecking/clef2018-factchecking",
};
const CHECKTHAT_2021: PublicFolder = {
	folder: "clef2021-checkthat",
	home: "https://github.com/Newtral-Tech/clef2021-checkthat",
};

type Sentence = { id: string; text: string; worthy: boolean };

/** Whether the sentence heuristic finds the sentences that people would have checked. */
export const WORTHY_SENTENCES: Topic = {
	name: "sentences worth a check",
	needs: [CLAIMSPOTTER, CHECKTHAT_2018, CHECKTHAT_2021],
	async measure(pathOf, half) {
		const arabic = ["1st-Presidential", "2nd-Presidential", "Vice-Presidential"].map(
			(debate) => `data/task1/Arabic/Task1-Arabic-${debate}.txt`,
		);
		const spanish = ["train", "dev"].map((it) => `data/tsv_no_linebreak/dataset_${it}.tsv`);
		return [
			rowOf("ClaimBuster, debates, en", readDebates(pathOf(CLAIMSPOTTER)), half, 0.72),
			rowOf(
				"CheckThat 2018, debates, ar",
				readTables(pathOf(CHECKTHAT_2018), arabic, 2),
				half,
				0.23,
			),
			rowOf(
				"CheckThat 2021, tweets, es",
				readTables(pathOf(CHECKTHAT_2021), spanish, 3),
				half,
				0.69,
			),
		];
	},
};

/**
 * F1 if there were as many sentences of each kind: the sets have from a third to a thirtieth that
 * are worth a check, and F1 depends on it.
 */
function rowOf(set: string, sentences: readonly Sentence[], half: Half, at_least: number): Row {
	const measured = sentences.filter(({ id }) => isInHalf(id, half));
	const found = (worthy: boolean) => {
		const some = measured.filter((it) => it.worthy === worthy);
		return some.filter(({ text }) => isFound(text)).length / Math.max(1, some.length);
	};
	const right = found(true);
	return {
		figure: "F1, both kinds weighted the same",
		set,
		n: measured.length,
		unit: "number",
		value: (2 * right) / (right + found(false) + 1),
		aim: { at_least },
	};
}

function isFound(text: string): boolean {
	const transcript: Transcript = {
		source: "captions",
		language: null,
		track: null,
		cues: [],
		text,
	};
	return sentenceStatements(transcript).length > 0;
}

const Debates = z.array(
	z.object({
		sentence_id: z.number(),
		text: z.string(),
		label: z.union([z.literal(0), z.literal(1)]),
	}),
);

function readDebates(path: string): Sentence[] {
	return ["train", "test"].flatMap((split) => {
		const file = join(path, "data/two_class", `${split}.json`);
		return Debates.parse(JSON.parse(readFileSync(file, "utf8"))).map((it) => ({
			id: String(it.sentence_id),
			text: it.text,
			worthy: it.label === 1,
		}));
	});
}

/** Tab-separated files, with the text in one column and 0 or 1 in the next. */
function readTables(path: string, files: readonly string[], column: number): Sentence[] {
	return files.flatMap((file) =>
		readFileSync(join(path, file), "utf8")
			.split("\n")
			.flatMap((line, at) => {
				const { [column]: text, [column + 1]: label } = line.split("\t");
				if (text === undefined || !/^[01]\s*$/.test(label ?? "")) return [];
				// Addresses have digits, which are no numbers.
				const plain = text.replace(/https?:\S+/g, "");
				return [{ id: `${file}:${at}`, text: plain, worthy: label?.startsWith("1") ?? false }];
			}),
	);
}
