import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { EvaluationStatement } from "./evaluation-set.ts";

/** Why a set cannot be used, with the file and the line. */
export class SetError extends Error {
	override readonly name = "SetError";
}

/** A file's digest: one that this project knows, one that the operator recorded, or neither. */
export type DigestCheck = "known" | "recorded" | "unchecked";

export type LoadedSet = { statements: EvaluationStatement[]; sha256: string; digest: DigestCheck };

export type Bounds = { file_bytes: number; line_chars: number; statements: number };

/** The largest public file has 4 MB; whole web articles may take many times as much. */
export const BOUNDS: Bounds = {
	file_bytes: 256 * 1_024 * 1_024,
	line_chars: 4 * 1_024 * 1_024,
	statements: 50_000,
};

/** A public set whose files the operator brings. */
type PublicSet = {
	/** Where the files are. */
	home: string;
	/** Within a copy of the repository; the file alone is found too. */
	path: (split: string) => string;
	/** SHA-256 of the published files, by split. */
	digests: Record<string, string>;
	read: (line: unknown) => EvaluationStatement;
};

const FM2_LABELS = { SUPPORTS: "supported", REFUTES: "refuted" } as const;
const Sentences = z.array(z.object({ text: z.string() })).max(200);
const FoolMeTwice = z.object({
	id: z.string(),
	text: z.string(),
	label: z.enum(["SUPPORTS", "REFUTES"]),
	wikipedia_page: z.string(),
	gold_evidence: Sentences,
	retrieved_evidence: Sentences,
});

/** Ten sentences of the article that the claim is about, those that decide it among them. */
function readFoolMeTwice(line: unknown): EvaluationStatement {
	const { id, text, label, wikipedia_page, ...evidence } = FoolMeTwice.parse(line);
	const gold = evidence.gold_evidence.map((it) => it.text);
	const all = new Set([...gold, ...evidence.retrieved_evidence.map((it) => it.text)]);
	return EvaluationStatement.parse({
		id,
		statement: text,
		label: FM2_LABELS[label],
		language: "en",
		pages: [
			{
				url: `https://en.wikipedia.org/wiki/${encodeURIComponent(wikipedia_page.replaceAll(" ", "_"))}`,
				title: wikipedia_page,
				language: "en",
				text: paragraphs([...all]),
				gold: paragraphs(gold),
			},
		],
	});
}

/** The article may leave a claim open in part; no verdict is right if it does. */
const WICE_LABELS = {
	supported: "supported",
	partially_supported: "unverified",
	not_supported: "unverified",
} as const;
const Wice = z.object({
	label: z.enum(["supported", "partially_supported", "not_supported"]),
	claim: z.string(),
	evidence: z.array(z.string()).max(20_000),
	supporting_sentences: z.array(z.array(z.number().int().min(0))),
	meta: z.object({ id: z.string() }),
});

/** A sentence of Wikipedia, and the article that it cites. */
function readWice(line: unknown): EvaluationStatement {
	const { label, claim, evidence, supporting_sentences, meta } = Wice.parse(line);
	const marked = [...new Set(supporting_sentences.flat())]
		.sort((a, b) => a - b)
		.flatMap((at) => evidence[at] ?? []);
	return EvaluationStatement.parse({
		id: meta.id,
		statement: claim,
		label: WICE_LABELS[label],
		language: "en",
		category: label,
		pages: [
			{
				// The set does not say where the article was.
				url: `https://cited-article.example/${encodeURIComponent(meta.id)}`,
				language: "en",
				text: paragraphs(evidence),
				gold: marked.length > 0 ? paragraphs(marked) : null,
			},
		],
	});
}

function paragraphs(sentences: readonly string[]): string {
	return sentences.join("\n\n");
}

export const PUBLIC_SETS = {
	fm2: {
		home: "https://github.com/google-research/fool-me-twice",
		path: (split) => `dataset/${split}.jsonl`,
		digests: {
			dev: "eeb36a4757fb86412f1d7ad5197ffd6ffa837c1cf7fb3c0067d82d0b65257229",
			test: "4a45aa8edd45ea8ff54eb66be06e8c6113873c22496b209925dd5b529ce00721",
		},
		read: readFoolMeTwice,
	},
	wice: {
		home: "https://github.com/ryokamoi/wice",
		path: (split) => `data/entailment_retrieval/claim/${split}.jsonl`,
		digests: {
			dev: "67531ca79bde4c81d3752fb69d9cb0d3d6763de5c3028f548b83ef053a6f8042",
			test: "4c91b9e9590cfcd8f8a0f7288b5ff315af8ade946d7bf26f50fbd671bb86dbe8",
		},
		read: readWice,
	},
} satisfies Record<string, PublicSet>;
export type PublicSetName = keyof typeof PUBLIC_SETS;

/** A public set of which the operator has put a file, or the whole repository, into a folder. */
export function loadPublicSet(name: PublicSetName, split: string, folder: string): LoadedSet {
	const set: PublicSet = PUBLIC_SETS[name];
	const path = set.path(split);
	const places = [join(folder, path), join(folder, basename(path))];
	const file = places.find((it) => existsSync(it));
	if (!file)
		throw new SetError(
			`There is neither ${places.join(" nor ")}. Download ${path} from ${set.home}.`,
		);
	const bytes = readBounded(file, BOUNDS);
	const sha256 = digestOf(bytes);
	const known = set.digests[split];
	const digest = known
		? requireDigest(file, sha256, known, "known")
		: requireRecorded(file, sha256);
	return { statements: readLines(file, bytes, set.read, BOUNDS), sha256, digest };
}

/** A set in the plain form. Its digest is checked if the operator recorded one. */
export function loadPlainSet(file: string, bounds: Bounds = BOUNDS): LoadedSet {
	if (!existsSync(file)) throw new SetError(`There is no file ${file}.`);
	const bytes = readBounded(file, bounds);
	const sha256 = digestOf(bytes);
	const recorded = recordedDigest(file);
	const digest = recorded ? requireDigest(file, sha256, recorded, "recorded") : "unchecked";
	const read = (line: unknown) => EvaluationStatement.parse(line);
	return { statements: readLines(file, bytes, read, bounds), sha256, digest };
}

export function digestOf(bytes: Uint8Array | string): string {
	return createHash("sha256").update(bytes).digest("hex");
}

/** Beside the file, as `sha256sum` writes it. */
export const DIGEST_LIST = "SHA256SUMS";

function recordedDigest(file: string): string | null {
	const list = join(dirname(file), DIGEST_LIST);
	if (!existsSync(list)) return null;
	const bytes = readBounded(list, { ...BOUNDS, file_bytes: 1_000_000 });
	for (const line of bytes.toString("utf8").split(/\r?\n/)) {
		const [, digest, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
		if (name === basename(file)) return digest ?? null;
	}
	return null;
}

function requireRecorded(file: string, sha256: string): DigestCheck {
	const recorded = recordedDigest(file);
	if (recorded) return requireDigest(file, sha256, recorded, "recorded");
	throw new SetError(
		`The digest of ${file} is not known here. If the file is the right one, record it: (cd ${dirname(file)} && sha256sum ${basename(file)} >> ${DIGEST_LIST})`,
	);
}

function requireDigest(
	file: string,
	sha256: string,
	wanted: string,
	check: DigestCheck,
): DigestCheck {
	if (sha256 === wanted) return check;
	throw new SetError(`${file} is not the ${check} file: its SHA-256 is ${sha256}, not ${wanted}.`);
}

function readBounded(file: string, { file_bytes }: Bounds): Buffer {
	const found = statSync(file);
	if (!found.isFile()) throw new SetError(`${file} is not a file.`);
	if (found.size > file_bytes)
		throw new SetError(`${file} has ${found.size} bytes; at most ${file_bytes} are read.`);
	return readFileSync(file);
}

function readLines(
	file: string,
	bytes: Buffer,
	read: (line: unknown) => EvaluationStatement,
	bounds: Bounds,
): EvaluationStatement[] {
	const statements: EvaluationStatement[] = [];
	const ids = new Set<string>();
	const lines = bytes.toString("utf8").split(/\r?\n/);
	for (const [at, line] of lines.entries()) {
		if (line.trim() === "") continue;
		const place = `${file}, line ${at + 1}`;
		if (line.length > bounds.line_chars)
			throw new SetError(
				`${place} has ${line.length} characters; at most ${bounds.line_chars} are read.`,
			);
		const statement = readLine(place, line, read);
		if (ids.has(statement.id)) throw new SetError(`${place}: the id ${statement.id} occurs twice.`);
		ids.add(statement.id);
		statements.push(statement);
		if (statements.length > bounds.statements)
			throw new SetError(`${file} has more than ${bounds.statements} statements.`);
	}
	if (statements.length === 0) throw new SetError(`${file} has no statements.`);
	return statements;
}

function readLine(
	place: string,
	line: string,
	read: (line: unknown) => EvaluationStatement,
): EvaluationStatement {
	try {
		return read(JSON.parse(line));
	} catch (error) {
		if (error instanceof SyntaxError) throw new SetError(`${place} is not JSON.`);
		if (!(error instanceof z.ZodError)) throw error;
		const [issue] = error.issues;
		const field = issue?.path.join(".") || "the line";
		throw new SetError(`${place}: ${field}: ${issue?.message}.`);
	}
}
