import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import { MAX_ADDED_PAGES } from "#contract/limits.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { addedPagesOf, storeAddedPage } from "#features/evidence/added-page-queries.ts";
import {
	claimRecheck,
	dueDisputes,
	expireDisputes,
	hashDisputeNetwork,
	readDisputes,
	releaseUnread,
} from "#features/votes/dispute-queries.ts";
import {
	aDisputable,
	aRecheck,
	type Disputable,
	disputeIn,
} from "#tests/support/fixtures/disputes.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const DAY = 24 * 60;

describeOnBothDatabases("disputes of many accounts", (database) => {
	/** Accounts that sign up and dispute one after the other, each with a page of its own. */
	async function fileFresh(world: Disputable, count: number): Promise<string[]> {
		const urls: string[] = [];
		for (let n = 0; n < count; n += 1)
			urls.push(await fileAs(world, { signed_up: 5, disputed: 6 + n, page: `fresh-${n}` }));
		return urls;
	}

	async function fileAs(
		world: Disputable,
		{ signed_up, disputed, page }: { signed_up: number; disputed: number; page: string },
	): Promise<string> {
		const member_id = await addMember(world.db);
		const url = `https://www.nasa.gov/${page}`;
		await database().batch([
			`update members set created_at = '${instant(signed_up)}' where id = '${member_id}'`,
		]);
		await disputeIn(world, { member_id, url, created_at: instant(disputed) });
		const { refuted, db } = world;
		await storeAddedPage(db, {
			statement_id: refuted.id,
			member_id,
			url,
			final_url: url,
			title: page,
			published_at: null,
			created_at: instant(disputed),
			can_move: true,
		});
		return url;
	}

	const openOf = async ({ db, video_id }: Disputable) => {
		const all = await readDisputes(db, sql`d.video_id = ${video_id}`, 50);
		return all.filter(({ outcome }) => outcome === "open").map(({ url }) => url);
	};
	const dueAt = async ({ db, video_id }: Disputable, minute: number) => {
		const due = await dueDisputes(db, { since: instant(minute - DAY), limit: 100 });
		return due.filter((it) => it.video_id === video_id);
	};
	const claim = async (world: Disputable, minute: number, run_id: string) => {
		const [due] = await dueAt(world, minute);
		if (!due) throw new Error("None is due.");
		const at = { now: instant(minute), since: instant(minute - DAY) };
		expect(await claimRecheck(world.db, { id: due.id, run_id, ...at })).toBe(true);
	};

	it("leave the first places to an older account, which four fresh ones came before", async () => {
		const world = await aDisputable(database());
		const fresh = await fileFresh(world, 4);
		const honest = await fileAs(world, { signed_up: 0, disputed: 15, page: "honest" });
		const pages = (await addedPagesOf(world.db, world.video_id)).get(world.refuted.id);
		expect(pages?.map(({ url }) => url)).toEqual([honest, ...fresh.slice(0, MAX_ADDED_PAGES - 1)]);
		await publish(world.db, aRecheck(world));
		expect((await openOf(world)).toSorted()).toEqual(fresh.slice(MAX_ADDED_PAGES - 1).toSorted());
	});

	it("settle those whose pages were read, also of equal accounts and times", async () => {
		const world = await aDisputable(database());
		const pages = Array.from({ length: MAX_ADDED_PAGES + 2 }, (_, n) => `equal-${9 - n}`);
		for (const page of pages) await fileAs(world, { signed_up: 5, disputed: 6, page });
		const read = (await addedPagesOf(world.db, world.video_id)).get(world.refuted.id) ?? [];
		expect(read).toHaveLength(MAX_ADDED_PAGES);
		await publish(world.db, aRecheck(world));
		const open = await openOf(world);
		expect(open).toHaveLength(2);
		expect(open.filter((url) => read.some((it) => it.url === url))).toEqual([]);
	});

	it("do not end while they wait behind others, and end after a day in which none was read", async () => {
		const world = await aDisputable(database());
		await fileFresh(world, MAX_ADDED_PAGES + 1);
		await publish(world.db, aRecheck(world));
		await expireDisputes(world.db, { before: instant(20), now: instant(20 + DAY) });
		expect(await openOf(world)).toHaveLength(1);
		await expireDisputes(world.db, { before: instant(22), now: instant(22 + DAY) });
		expect(await openOf(world)).toEqual([]);
	});

	it("are checked again the same day if more wait than one check reads", async () => {
		const world = await aDisputable(database());
		await fileFresh(world, 2 * MAX_ADDED_PAGES + 1);
		await claim(world, 19, "first");
		// While that run goes on, no other one starts.
		expect(await dueAt(world, 20)).toEqual([]);
		const recheck = aRecheck(world);
		await publish(world.db, recheck);
		await releaseUnread(world.db);
		expect(await openOf(world)).toHaveLength(MAX_ADDED_PAGES + 1);
		expect(await dueAt(world, 22)).toHaveLength(1);
		const [moved] = recheck.statements;
		if (!moved) throw new Error("There is no statement.");
		await publish(
			world.db,
			aRecheck(world, {
				adds_to: recheck.run_id,
				rechecks: moved.id as StatementId,
				statements: [{ ...moved, replaces: null }],
				started_at: instant(23),
				ended_at: instant(24),
			}),
		);
		expect(await openOf(world)).toHaveLength(1);
		expect(await dueAt(world, 25)).toEqual([]);
		expect(await dueAt(world, 25 + DAY)).toHaveLength(1);
	});

	it("are checked again four times a day at most, however many wait", async () => {
		const world = await aDisputable(database());
		const urls = await fileFresh(world, 4 * MAX_ADDED_PAGES + MAX_ADDED_PAGES + 1);
		const settle = (run: number) => {
			const own = urls.slice(run * MAX_ADDED_PAGES, (run + 1) * MAX_ADDED_PAGES);
			const named = own.map((url) => `'${url}'`).join();
			return `update disputes set outcome = 'stays', run_id = 'run-${run}', rechecked_at = '${instant(30)}' where statement_id = '${world.refuted.id}' and url in (${named})`;
		};
		await database().batch([0, 1, 2].map(settle));
		expect(await dueAt(world, 31)).toHaveLength(1);
		await database().batch([settle(3)]);
		expect(await openOf(world)).toHaveLength(MAX_ADDED_PAGES + 1);
		expect(await dueAt(world, 31)).toEqual([]);
		expect(await dueAt(world, 31 + DAY)).toHaveLength(1);
	});

	it("are one of each network until they are settled, even at the same time", async () => {
		const world = await aDisputable(database());
		const { db, video_id } = world;
		const members = await Promise.all(Array.from({ length: 6 }, () => addMember(db)));
		const file = async (member_id: (typeof members)[number], prefix: string) =>
			disputeIn(world, { member_id, network: await hashDisputeNetwork(db, video_id, prefix) });
		const answers = await Promise.all(members.map((it) => file(it, "192.0.2.1")));
		expect(answers.filter((it) => it === "network")).toHaveLength(members.length - 1);
		const other = await addMember(db);
		expect(await file(other, "192.0.2.2")).toMatchObject({ outcome: "open" });
		const stored = () =>
			db.all<{ network: string | null }>(
				sql`select network from disputes where video_id = ${video_id}`,
			);
		expect(JSON.stringify(await stored())).not.toContain("192.0.2");
		expect((await stored()).every(({ network }) => network !== null)).toBe(true);
		await publish(db, aRecheck(world));
		expect((await stored()).every(({ network }) => network === null)).toBe(true);
		await expireDisputes(db, { before: instant(0), now: instant(30) });
		expect(await db.all(sql`select salt from dispute_salts where video_id = ${video_id}`)).toEqual(
			[],
		);
	});
});
