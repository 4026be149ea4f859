import { expect, it } from "vitest";
import type { Evidence } from "#contract/evidence.ts";
import { type MemberId, type StatementId, VideoId } from "#contract/ids.ts";
import { searchHits } from "#db/tables/evidence.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { addedPagesOf, storeAddedPage } from "#features/evidence/added-page-queries.ts";
import type { Hit } from "#features/evidence/evidence-source.ts";
import { createKeptHits, searchKey } from "#features/evidence/reuse.ts";
import { readReport } from "#features/reports/queries.ts";
import { claimForArchive, storeCopy } from "#features/statements/cited-page-queries.ts";
import { saidClaimKey } from "#features/statements/claim-key.ts";
import { newId } from "#identity/tokens.ts";
import { aCitedPage } from "#tests/support/fixtures/judgements.ts";
import { aCompletedRun, aStatement, instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

describeOnBothDatabases("pages added by members", (database) => {
	const add = (
		statement_id: StatementId,
		member_id: MemberId,
		url: string,
		at: number,
		{ title = url, can_move = false } = {},
	) =>
		storeAddedPage(database().open(), {
			statement_id,
			member_id,
			url,
			title,
			final_url: url,
			published_at: null,
			created_at: instant(at),
			can_move,
		});

	it("are listed for each live statement, newest first and without duplicates", async () => {
		const db = database().open();
		const [one, two] = [aStatement(), aStatement()];
		const run = aCompletedRun({ statements: [one, two] });
		await publish(db, run);
		const [ada, bob] = [await addMember(db), await addMember(db)];
		await add(one.id, ada, "https://a.example.org/", 1);
		await add(one.id, bob, "http://www.a.example.org", 2);
		await add(one.id, bob, "https://b.example.org/", 3);
		await add(two.id, bob, "https://c.example.org/", 4);
		const pages = await addedPagesOf(db, run.video_id);
		const urlsOf = (id: StatementId) => pages.get(id)?.map(({ url }) => url);
		expect(urlsOf(one.id)).toEqual(["https://b.example.org/", "http://www.a.example.org"]);
		expect(urlsOf(two.id)).toEqual(["https://c.example.org/"]);
	});

	it("are limited to three for a statement and dropped for a retired one", async () => {
		const db = database().open();
		const statement = aStatement();
		const run = aCompletedRun({ statements: [statement] });
		await publish(db, run);
		const member = await addMember(db);
		for (const at of [1, 2, 3, 4])
			await add(statement.id, member, `https://p${at}.example.org/`, at, { can_move: at === 1 });
		const pages = await addedPagesOf(db, run.video_id);
		// The one on which a verdict may rest is read first, however old it is.
		expect(pages.get(statement.id)?.map(({ url }) => url)).toEqual([
			"https://p1.example.org/",
			"https://p4.example.org/",
			"https://p3.example.org/",
		]);
		const { video_id } = run;
		await publish(db, aCompletedRun({ video_id, statements: [aStatement()] }));
		expect(await addedPagesOf(db, video_id)).toEqual(new Map());
	});

	it("are stored once for a member and move to the front when added again", async () => {
		const db = database().open();
		const statement = aStatement();
		const run = aCompletedRun({ statements: [statement] });
		await publish(db, run);
		const member = await addMember(db);
		await add(statement.id, member, "https://a.example.org/", 1, { title: "Old", can_move: true });
		await add(statement.id, member, "https://b.example.org/", 2);
		await add(statement.id, member, "https://a.example.org/", 3, { title: "New" });
		expect((await addedPagesOf(db, run.video_id)).get(statement.id)).toEqual([
			{ url: "https://a.example.org/", title: "New", can_move: true },
			{ url: "https://b.example.org/", title: "https://b.example.org/", can_move: false },
		]);
	});
});

const LIVE = { simulated: false };
const READ_AT = "2026-01-01T00:00:00.000Z";
const CLAIM = { now: "2026-01-01T00:01:00.000Z", lost_at: "2026-01-01T00:11:00.000Z", limit: 50 };

const aRun = (...evidence: Evidence[]) =>
	aCompletedRun({ statements: [aStatement({ verdict: "refuted", basis: "evidence", evidence })] });

describeOnBothDatabases("copies of cited pages", (database) => {
	it("are looked for once, until a run is lost", async () => {
		const db = database().open();
		const pieces = Array.from({ length: 8 }, () => aCitedPage({ fetched_at: READ_AT }));
		await publish(db, aRun(...pieces));
		const claims = await Promise.all(
			Array.from({ length: 4 }, () => claimForArchive(database().open(), { ...CLAIM, limit: 2 })),
		);
		const urls = claims.flat().map(({ final_url }) => final_url);
		expect(urls.sort()).toEqual(pieces.map(({ final_url }) => final_url).sort());
		expect(await claimForArchive(db, CLAIM)).toEqual([]);
		const lost = { ...CLAIM, now: CLAIM.lost_at, lost_at: "2027" };
		expect(await claimForArchive(db, lost)).toHaveLength(8);
	});

	it("are linked with the quotes that they contain alone", async () => {
		const db = database().open();
		const [there, missing] = [aCitedPage(), aCitedPage()];
		const { final_url, content_hash } = there;
		const run = aRun(there, { ...missing, final_url, content_hash });
		await publish(db, run);
		const [page, ...others] = await claimForArchive(db, { ...CLAIM, now: there.fetched_at });
		if (!page) throw new Error("No page is due.");
		expect(others).toEqual([]);
		expect(page.quotes.map(({ id }) => id).sort()).toEqual([there.id, missing.id].sort());
		const url = `https://web.archive.org/web/20260101000000/${final_url}`;
		const due_at = "2026-02-01T00:00:00.000Z";
		await storeCopy(db, { page_id: page.id, url, evidence_ids: [there.id], due_at });
		const { statements } = await readReport(db, run.video_id, LIVE);
		expect(statements[0]?.evidence.map(({ id, archived_url }) => [id, archived_url])).toEqual([
			[there.id, url],
			[missing.id, null],
		]);
		// A later result with another quote of the same text has it looked for at once.
		const [again] = await claimForArchive(db, { ...CLAIM, now: due_at });
		expect(again?.quotes.map(({ archived_url }) => archived_url).sort()).toEqual(
			[null, url].sort(),
		);
		const later = aCitedPage({ final_url, content_hash });
		await publish(db, aRun(later));
		const [renewed] = await claimForArchive(db, { ...CLAIM, now: later.fetched_at });
		expect(renewed?.quotes.map(({ id }) => id)).toContain(later.id);
	});

	it("are not looked for if the page is its own, is a sample, or belongs to no shown result", async () => {
		const db = database().open();
		const oldid = "https://en.wikipedia.org/w/index.php?oldid=7";
		const due = aCitedPage();
		const own = aCitedPage({ final_url: oldid, archived_url: oldid });
		const sample = aCitedPage({ final_url: "/samples/sources/roof" });
		const replaced = aRun(due, own, sample);
		await publish(db, replaced);
		await publish(db, { ...aRun(), video_id: replaced.video_id });
		const demo = aCitedPage();
		await publish(db, { ...aRun(demo), simulated: true });
		const claimed = await claimForArchive(db, { ...CLAIM, now: due.fetched_at });
		expect(claimed.map(({ final_url, quotes }) => [final_url, quotes])).toEqual(
			expect.arrayContaining([
				[due.final_url, []],
				[demo.final_url, []],
			]),
		);
		expect(claimed).toHaveLength(2);
	});
});

describeOnBothDatabases("kept searches", (database) => {
	const HOUR_MS = 3_600_000;
	const START = Date.UTC(2026, 0, 1);
	const hit: Hit = {
		source: "brave",
		url: "https://a.example.org/",
		key: "https://a.example.org/",
		title: "",
		language: null,
		as_of: null,
		review: null,
	};
	/** Whether a search with these hits is used again after so long. */
	async function isKeptFor(age_ms: number, hits: Hit[]): Promise<boolean> {
		const clock = { now: START };
		const kept = createKeptHits(
			() => database().open(),
			() => clock.now,
		);
		const key = newId();
		const searched_at = new Date(clock.now).toISOString();
		await kept.write({ key, source: "brave", origin: "own", query: "hall", hits, searched_at });
		clock.now += age_ms;
		const read = await kept.read([key, newId()]);
		return read.some((it) => it.key === key && it.hits.length === hits.length);
	}

	it("are used again for 30 days, and for an hour if nothing was found", async () => {
		expect(await isKeptFor(30 * 24 * HOUR_MS - 1, [hit])).toBe(true);
		expect(await isKeptFor(30 * 24 * HOUR_MS, [hit])).toBe(false);
		expect(await isKeptFor(HOUR_MS - 1, [])).toBe(true);
		expect(await isKeptFor(HOUR_MS, [])).toBe(false);
	});

	it("are another one with another query, claim, month or video", () => {
		const said = { language: "en", said_on: "2024-05-01" };
		const [one, two] = [VideoId.parse("abcdefghijk"), VideoId.parse("bcdefghijkl")];
		const keys = [
			searchKey("The hall is old.", said, "hall old", null),
			searchKey("The hall is old.", said, "hall new", null),
			searchKey("The hall is new.", said, "hall old", null),
			searchKey("The hall is old.", { ...said, said_on: "2024-06-01" }, "hall old", null),
			searchKey("The hall is old.", { ...said, language: "de" }, "hall old", null),
			searchKey("The hall is old.", said, "hall old", one),
			searchKey("The hall is old.", said, "hall old", two),
		];
		expect(new Set(keys).size).toBe(keys.length);
	});

	it("of the version before, which are found by claim alone, are not used", async () => {
		const db = database().open();
		const claim_key = saidClaimKey("The hall is old.", "en", "2024-05-01");
		const at = new Date(START).toISOString();
		await db
			.insert(searchHits)
			.values({
				claim_key,
				source: "brave",
				angle: "neutral",
				query: "TowerTruth",
				hits: [hit],
				searched_at: at,
			});
		const kept = createKeptHits(
			() => db,
			() => START,
		);
		expect(await kept.read([claim_key])).toEqual([]);
	});
});
