import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { queryTemplate } from "#db/query-template.ts";
import { members } from "#db/tables/members.ts";
import { readActivity } from "#features/accounts/activity-queries.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { listClaims, submitClaim } from "#features/channels/claim-queries.ts";
import { listVideos } from "#features/reports/list-queries.ts";
import { createSession, listSessions } from "#identity/sessions.ts";
import { newId } from "#identity/tokens.ts";
import { aClaim, freshChannelId } from "#tests/support/fixtures/claims.ts";
import { aCompletedRun, instant, someMetadata } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases, startD1 } from "#tests/support/world/databases.ts";
import { allPages, pageOf } from "#tests/support/world/pages.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const SEEDS = [1, 2, 3];
const OLD_ROWS = 12;
/** Few enough that many rows share one. */
const INSTANTS = 4;

/** A list that is read page by page while it grows. */
type List = {
	/** Adds a row at that minute and returns its id. */
	add(minute: number): Promise<string>;
	page(
		cursor: string | null,
		limit: number,
	): Promise<{ ids: string[]; next_cursor: string | null } | "bad_cursor">;
};

/** Results of one channel, or of the whole archive. */
function results(db: Db, channel_id: string | null): List {
	const metadata = someMetadata({ channel_id: channel_id ?? freshChannelId() });
	return {
		async add(minute) {
			const run = aCompletedRun({ ended_at: instant(minute), metadata });
			await publish(db, run);
			return run.video_id;
		},
		async page(cursor, limit) {
			const view = { simulated: false };
			const options = { cursor, limit, view, channel_id };
			const page = await listVideos(db, options);
			if (page === "bad_cursor") return page;
			return { ids: page.videos.map(({ id }) => id), next_cursor: page.next_cursor };
		},
	};
}

function claimsOf(db: Db, member_id: MemberId): List {
	return {
		async add(minute) {
			const channel_id = freshChannelId();
			const { claim } = await submitClaim(
				db,
				aClaim(member_id, { channel_id, channel_key: channel_id, submitted_at: instant(minute) }),
			);
			return claim.id;
		},
		async page(cursor, limit) {
			const page = await listClaims(db, member_id, { cursor, limit });
			if (page === "bad_cursor") return page;
			return { ids: page.claims.map(({ id }) => id), next_cursor: page.next_cursor };
		},
	};
}

function sessionsOf(db: Db, member_id: MemberId): List {
	return {
		async add(minute) {
			const token_hash = newId();
			await createSession(db, {
				token_hash,
				member_id,
				created_at: instant(minute),
				expires_at: "2999-01-01T00:00:00.000Z",
				user_agent: null,
			});
			return token_hash;
		},
		async page(cursor, limit) {
			const options = { now: instant(200), cursor, limit };
			const page = await listSessions(db, member_id, options);
			if (page === "bad_cursor") return page;
			return { ids: page.sessions.map(({ id }) => id), next_cursor: page.next_cursor };
		},
	};
}

/** The analyses that the member started. */
function activityOf(db: Db, member_id: MemberId): List {
	return {
		async add(minute) {
			const run = aCompletedRun({ ended_at: instant(minute), started_by: member_id });
			await publish(db, run);
			return run.video_id;
		},
		async page(cursor, limit) {
			const view = { simulated: false };
			const options = { member_id, filter: "all" as const, q: "", cursor, limit, view };
			const page = await readActivity(db, options);
			if (page === "bad_cursor") return page;
			return { ids: page.items.map(({ video }) => video.id), next_cursor: page.next_cursor };
		},
	};
}

async function walkWhileGrowing(list: List, seed: number): Promise<void> {
	const random = seededRandom(seed);
	const old: string[] = [];
	for (let n = 0; n < OLD_ROWS; n += 1) old.push(await list.add(Math.floor(random() * INSTANTS)));
	let seen = 0;
	const pages = await allPages(async (cursor) => {
		const limit = 1 + Math.floor(random() * 4);
		const page = await pageOf(list.page(cursor, limit));
		expect(page.ids.length).toBeLessThanOrEqual(limit);
		seen += page.ids.length;
		if (random() < 0.5) await list.add(100 + seen);
		return page;
	});
	const ids = pages.flatMap((page) => page.ids);
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.filter((id) => old.includes(id)).sort()).toEqual(old.sort());
}

describeOnBothDatabases("paging through a growing list", (database) => {
	it.each(SEEDS)("neither skips nor repeats an existing row (seed %i)", async (seed) => {
		const db = database().open();
		const member_id = await addMember(db);
		for (const list of [
			results(db, freshChannelId()),
			claimsOf(db, member_id),
			sessionsOf(db, member_id),
			activityOf(db, await addMember(db)),
		]) {
			await walkWhileGrowing(list, seed);
			const forged = btoa(JSON.stringify(["yesterday", "x"]));
			for (const cursor of ["", "%%%", "e30", forged, "x".repeat(5_000)])
				expect(await list.page(cursor, 5), cursor.slice(0, 20)).toBe("bad_cursor");
		}
	});

	it("neither skips nor repeats an existing row of the whole archive", async () => {
		const db = database().open();
		await walkWhileGrowing(results(db, null), 7);
	});
});

const MADE_AT = "2026-05-01T00:00:00.000Z";
let builds = 0;

const insertMember = queryTemplate(["id", "avatar_url"], (db, { id, avatar_url }) =>
	db
		.insert(members)
		.select(
			sql`select ${id}, ${id}, ${id}, ${id}, ${avatar_url}, null, null, ${MADE_AT}, 0, null where true`,
		)
		.onConflictDoNothing(),
);

const readMember = queryTemplate(["id"], (db, { id }) => {
	builds += 1;
	const { avatar_url } = members;
	return db.select({ id: members.id, avatar_url }).from(members).where(eq(members.id, id));
});

describeOnBothDatabases("query template", (database) => {
	it("is filled with each request's values", async () => {
		const add = database().open();
		const quoted = `o'brien "%_?1`;
		await add.batch([
			insertMember(add, { id: "ada", avatar_url: "https://example.org/a.png" }),
			insertMember(add, { id: quoted, avatar_url: null }),
		]);
		const read = database().open();
		const found = await read.batch([
			readMember(read, { id: quoted }),
			readMember(read, { id: "nobody" }),
			readMember(read, { id: "ada" }),
		]);
		expect(found).toEqual([
			[{ id: quoted, avatar_url: null }],
			[],
			[{ id: "ada", avatar_url: "https://example.org/a.png" }],
		]);
	});

	it("is built only once", async () => {
		const first = database().open();
		await first.batch([readMember(first, { id: "ada" })]);
		const before = builds;
		for (let times = 0; times < 3; times += 1) {
			const db = database().open();
			await db.batch([readMember(db, { id: "ada" })]);
		}
		expect(builds).toBe(before);
	});

	it("queries the database of its request, not the one it was first built for", async () => {
		const db = database().open();
		await db.batch([insertMember(db, { id: "grace", avatar_url: null })]);
		const other = await startD1();
		try {
			const elsewhere = other.open();
			expect(await elsewhere.batch([readMember(elsewhere, { id: "grace" })])).toEqual([[]]);
		} finally {
			await other.stop();
		}
		expect(await db.batch([readMember(db, { id: "grace" })])).toEqual([
			[{ id: "grace", avatar_url: null }],
		]);
	});

	it("rejects a missing value", async () => {
		const db = database().open();
		const none = {} as { id: string };
		await expect((async () => db.batch([readMember(db, none)]))()).rejects.toThrow(
			'No value for placeholder "id"',
		);
	});
});
