import { expect, it } from "vitest";
import { NO_FINDING } from "#contract/finding.ts";
import type { VideoId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { search } from "#features/search/queries.ts";
import { aCompletedRun, someMetadata } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";

const LIVE = { simulated: false };

async function publishTitled(
	db: Db,
	title: string,
	channel_name = "Some Channel",
): Promise<VideoId> {
	const run = aCompletedRun({ metadata: someMetadata({ title, channel_name }) });
	await publish(db, run);
	return run.video_id;
}

async function found(db: Db, q: string): Promise<VideoId[]> {
	const { results } = await search(db, q, { limit: 10, view: LIVE });
	return results.map((result) => result.id);
}

describeOnBothDatabases("search for videos", (database) => {
	it("finds a part of a title or channel name, ignoring case", async () => {
		const db = database().open();
		const id = await publishTitled(db, "Überraschung im Labor", "Mondforscher");
		for (const q of [
			"überRASCH",
			"ÜBER",
			"uber",
			"im labor",
			"DFORSCH",
			" labor ",
			"labor mond",
			"mondforscher, labor",
		])
			expect(await found(db, q), q).toEqual([id]);
		for (const q of ["Labyrinth", "labor sonne", "ueber"])
			expect(await found(db, q), q).toEqual([]);
	});

	it("finds words in other scripts", async () => {
		const db = database().open();
		const greek = await publishTitled(db, "Ο ΔΡΌΜΟΣ", "Κανάλι");
		const russian = await publishTitled(db, "Привет, мир", "Канал");
		const japanese = await publishTitled(db, "日本の歴史を検証する", "検証チャンネル");
		const korean = await publishTitled(db, "한국어 강의", "채널");
		expect(await found(db, "δρομος")).toEqual([greek]);
		expect(await found(db, "ПРИВЕТ")).toEqual([russian]);
		expect(await found(db, "歴史を検証")).toEqual([japanese]);
		expect(await found(db, "検証")).toEqual([japanese]);
		expect(await found(db, "史")).toEqual([japanese]);
		expect(await found(db, "한국어")).toEqual([korean]);
		expect(await found(db, "강")).toEqual([korean]);
	});

	it("treats every character of a query literally", async () => {
		const db = database().open();
		const id = await publishTitled(db, `100%_sure "quoted" it's a*b (c) -d OR e^f`);
		for (const q of [
			"100%",
			"%_s",
			'"quoted"',
			"it's",
			"a*b",
			"(c) -d",
			"d OR e^f",
			'"q',
			"%_",
			'"',
		])
			expect(await found(db, q), q).toEqual([id]);
		for (const q of ["1%0", "s_re", "zzz OR quoted", '""', "%%%", "\0\0\0", "title_key : sure"])
			expect(await found(db, q), q).toEqual([]);
	});

	it("finds queries of one and two characters", async () => {
		const db = database().open();
		const id = await publishTitled(db, "Ägypten 7x", "qj");
		expect(await found(db, "7X")).toEqual([id]);
		expect(await found(db, "QJ")).toEqual([id]);
		expect(await found(db, "j")).toEqual([id]);
		expect(await found(db, "äG")).toEqual([id]);
		expect(await found(db, "7#")).toEqual([]);
	});

	it("returns nothing for an empty query and for one longer than any title", async () => {
		const db = database().open();
		await publishTitled(db, "a".repeat(300));
		expect(await found(db, "   ")).toEqual([]);
		expect(await found(db, "\u0301")).toEqual([]);
		expect(await found(db, "a".repeat(257))).toEqual([]);
		expect(await found(db, "a".repeat(256))).toHaveLength(1);
	});

	it("returns at most ten results, newest first completion first", async () => {
		const db = database().open();
		const ids: VideoId[] = [];
		for (let n = 0; n < 12; n += 1) ids.push(await publishTitled(db, `Newest wins ${n}`));
		const again = ids[3] as VideoId;
		await publish(
			db,
			aCompletedRun({ video_id: again, metadata: someMetadata({ title: "Newest wins again" }) }),
		);
		expect(await found(db, "newest wins")).toEqual(ids.slice(2).reverse());
		expect(await found(db, "ew")).toEqual(ids.slice(2).reverse());
	});

	it("finds a re-analyzed video by its new title only", async () => {
		const db = database().open();
		const id = await publishTitled(db, "Formerly known");
		await publish(
			db,
			aCompletedRun({ video_id: id, metadata: someMetadata({ title: "Nowadays called" }) }),
		);
		expect(await found(db, "formerly")).toEqual([]);
		expect(await found(db, "nowadays")).toEqual([id]);
	});

	it("returns the fields of a result list", async () => {
		const db = database().open();
		const id = await publishTitled(db, "Fields of a result");
		const { results } = await search(db, "fields of", { limit: 10, view: LIVE });
		expect(results[0]).toEqual({
			id,
			title: "Fields of a result",
			channel_id: "UC0000000000000000000000",
			channel_name: "Some Channel",
			thumbnail_url: "https://i.ytimg.com/vi/x/hqdefault.jpg",
			view_count: 15_400_000_000,
			created_at: "2026-01-01T00:00:00.000Z",
			bs_score: 50,
			confidence_level: 80,
			lean: null,
			basis: "memory",
			coverage: { checkable: 0, checked: 0 },
			finding: NO_FINDING,
			interval: null,
			scope: "full",
			evidence_sources: [],
			simulated: false,
		});
	});
});
