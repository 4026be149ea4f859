import { expect, it } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { search } from "#features/search/queries.ts";
import { claimKey } from "#features/statements/claim-key.ts";
import {
	aCompletedRun,
	aFailedRun,
	aStatement,
	aTranscript,
	freshVideoId,
	ONLY_MOMENTS,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const LIVE = { simulated: false };

/** Publishes a result that says each of the texts, and returns the statements' ids. */
async function say(
	db: Db,
	texts: string[],
	fields: Partial<CompletedRun> = {},
): Promise<StatementId[]> {
	const statements = texts.map((content) => aStatement({ content }));
	await publish(db, aCompletedRun({ statements, ...fields }));
	return statements.map(({ id }) => id);
}

async function found(db: Db, q: string, view = LIVE): Promise<string[]> {
	const { statements } = await search(db, q, { limit: 10, view });
	return statements.map(({ id }) => id);
}

describeOnBothDatabases("search for statements", (database) => {
	it("finds all words in any order, as parts of words, ignoring case, accents and signs", async () => {
		const db = database().open();
		const ids = await say(db, ["Das Überschallflugzeug “Concorde” flog 1969, nicht früher."]);
		for (const q of [
			"überschall",
			"UBERSCHALL",
			"1969 concorde",
			"flog: Concorde?",
			'"concorde"',
			"FRÜHER nicht",
		])
			expect(await found(db, q), q).toEqual(ids);
		for (const q of ["concorde 1970", "concorde OR boeing", "content_key : concorde", "con*de"])
			expect(await found(db, q), q).toEqual([]);
	});

	it("takes words of one or two characters as whole words beside longer ones", async () => {
		const db = database().open();
		const [five] = await say(db, ["5G masts warm the air by 2 degrees."]);
		const [six] = await say(db, ["6G masts warm the air by 25 degrees."]);
		expect(await found(db, "5g masts")).toEqual([five]);
		expect(await found(db, "masts 2 degrees")).toEqual([five]);
		expect(await found(db, "masts degrees")).toEqual([six, five]);
		expect(await found(db, "masts 7 degrees")).toEqual([]);
	});

	it("finds one and two characters without a longer word", async () => {
		const db = database().open();
		const [id] = await say(db, ["Qz x-ray vj."]);
		for (const q of ["qz", "QZ", "vj", "qz x"]) expect(await found(db, q), q).toEqual([id]);
		for (const q of ["zq", "?!", "…", "x z"]) expect(await found(db, q), q).toEqual([]);
	});

	it("finds words of scripts without spaces", async () => {
		const db = database().open();
		const [japanese] = await say(db, ["月の重力は地球の六分の一である。"]);
		const [korean] = await say(db, ["달의 중력은 지구의 육분의 일이다."]);
		expect(await found(db, "地球の六分")).toEqual([japanese]);
		expect(await found(db, "重力")).toEqual([japanese]);
		expect(await found(db, "地球の六分 重力")).toEqual([japanese]);
		expect(await found(db, "중력은")).toEqual([korean]);
		expect(await found(db, "지구")).toEqual([korean]);
	});

	it("returns ten, the newest first, each with its verdict, its video and its claim", async () => {
		const db = database().open();
		const ids: StatementId[] = [];
		for (let n = 0; n < 12; n += 1) ids.push(...(await say(db, [`Marmots whistle ${n} times.`])));
		expect(await found(db, "whistle marmots")).toEqual(ids.slice(2).reverse());
		const content = "Otters hold hands.";
		const run = aCompletedRun({
			statements: [
				aStatement({
					content,
					verdict: "unverified",
					unverified_reason: "no_evidence_found",
					lean: { score: 74, confidence: 60 },
				}),
			],
			metadata: someMetadata({ title: "About otters" }),
		});
		await publish(db, run);
		const { statements } = await search(db, "otters", { limit: 10, view: LIVE });
		expect(statements).toEqual([
			{
				id: run.statements[0]?.id,
				video_id: run.video_id,
				video_title: "About otters",
				content,
				timestamp: 12.5,
				timestamp_source: "cue",
				basis: "memory",
				verdict: "unverified",
				unverified_reason: "no_evidence_found",
				ai_score: null,
				lean: { score: 74, confidence: 60 },
				key: claimKey(content, "en"),
				simulated: false,
				speaker: null,
			},
		]);
	});

	it("finds those of moments", async () => {
		const db = database().open();
		const ids = await say(db, ["Pangolins are mammals."], ONLY_MOMENTS);
		expect(await found(db, "pangolins")).toEqual(ids);
	});

	it("follows a new analysis: new words, no retired statement, the same place for a kept one", async () => {
		const db = database().open();
		const video_id = freshVideoId();
		const [kept = "" as StatementId] = await say(db, ["Wombats dig.", "Koalas dig."], { video_id });
		const [later] = await say(db, ["Badgers dig."]);
		const again = [aStatement({ id: kept, content: "Wombats do dig." }), aStatement()];
		await publish(db, aCompletedRun({ video_id, statements: again }));
		expect(await found(db, "dig")).toEqual([later, kept]);
		expect(await found(db, "wombats do")).toEqual([kept]);
		expect(await found(db, "koalas")).toEqual([]);
	});

	it("adds to an earlier result, whose statements stay", async () => {
		const db = database().open();
		const first = aCompletedRun({ statements: [aStatement({ content: "Lynxes purr." })] });
		await publish(db, first);
		const { video_id, run_id } = first;
		const added = await say(db, ["Cheetahs purr."], { video_id, adds_to: run_id });
		expect(await found(db, "purr")).toEqual([...added, first.statements[0]?.id]);
	});

	it("leaves out unlisted results, and finds their kept statements once they are listed", async () => {
		const db = database().open();
		const video_id = freshVideoId();
		const hidden = { video_id, transcript: aTranscript("member") };
		const kept = await say(db, ["Numbats eat termites."], hidden);
		expect(await found(db, "numbats")).toEqual([]);
		expect(await found(db, "numbats eat")).toEqual([]);
		const shown = await say(db, ["Numbats are striped."], { video_id, kept });
		expect(await found(db, "numbats")).toEqual([...shown, ...kept]);
		await say(db, ["Numbats sleep."], { ...hidden, kept });
		expect(await found(db, "numbats")).toEqual([]);
	});

	it("leaves out simulated results, except in demo mode, and those that a failure replaced", async () => {
		const db = database().open();
		const video_id = freshVideoId();
		const ids = await say(db, ["Axolotls regrow."], { video_id, simulated: true });
		expect(await found(db, "axolotls")).toEqual([]);
		expect(await found(db, "axolotls", { simulated: true })).toEqual(ids);
		await publish(db, aFailedRun({ video_id }));
		expect(await found(db, "axolotls", { simulated: true })).toEqual([]);
		expect(
			await database().rows("select * from statement_docs where statement_id = ?", ids[0] ?? ""),
		).toEqual([]);
	});

	it("writes nothing twice if a publication is repeated", async () => {
		const db = database().open();
		const run = aCompletedRun({ statements: [aStatement({ content: "Tapirs swim." })] });
		await publish(db, run);
		expect(await publish(db, run)).toBe("already");
		expect(await found(db, "tapirs")).toEqual(run.statements.map(({ id }) => id));
	});
});
