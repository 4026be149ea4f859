import { expect, it } from "vitest";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { listClaims, submitClaim } from "#features/channels/claim-queries.ts";
import { listVideos } from "#features/reports/list-queries.ts";
import { createSession, listSessions } from "#identity/sessions.ts";
import { newId } from "#identity/tokens.ts";
import { aClaim, freshChannelId } from "#tests/support/fixtures/claims.ts";
import { aCompletedRun, instant, someMetadata } from "#tests/support/fixtures/publications.ts";
import { seededRandom } from "#tests/support/world/command-line.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
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
	): Promise<{ ids: string[]; next_cursor: string | null }>;
};

function whole<Page extends object>(page: Page | "bad_cursor"): Page {
	if (page === "bad_cursor") throw new Error(page);
	return page;
}

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
			const { videos, next_cursor } = whole(await listVideos(db, options));
			return { ids: videos.map(({ id }) => id), next_cursor };
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
			const { claims, next_cursor } = whole(await listClaims(db, member_id, { cursor, limit }));
			return { ids: claims.map(({ id }) => id), next_cursor };
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
			const { sessions, next_cursor } = whole(await listSessions(db, member_id, options));
			return { ids: sessions.map(({ id }) => id), next_cursor };
		},
	};
}

async function walkWhileGrowing(list: List, seed: number): Promise<void> {
	const random = seededRandom(seed);
	const old: string[] = [];
	for (let n = 0; n < OLD_ROWS; n += 1) old.push(await list.add(Math.floor(random() * INSTANTS)));
	const seen: string[] = [];
	let cursor: string | null = null;
	do {
		const limit = 1 + Math.floor(random() * 4);
		const page = await list.page(cursor, limit);
		expect(page.ids.length).toBeLessThanOrEqual(limit);
		seen.push(...page.ids);
		cursor = page.next_cursor;
		if (random() < 0.5) await list.add(100 + seen.length);
	} while (cursor !== null);
	expect(new Set(seen).size).toBe(seen.length);
	expect(seen.filter((id) => old.includes(id)).sort()).toEqual(old.sort());
}

describeOnBothDatabases("paging through a growing list", (database) => {
	it.each(SEEDS)("neither skips nor repeats an existing row (seed %i)", async (seed) => {
		const db = database().open();
		const member_id = await addMember(db);
		for (const list of [
			results(db, freshChannelId()),
			claimsOf(db, member_id),
			sessionsOf(db, member_id),
		])
			await walkWhileGrowing(list, seed);
	});

	it("neither skips nor repeats an existing row of the whole archive", async () => {
		const db = database().open();
		await walkWhileGrowing(results(db, null), 7);
	});
});
