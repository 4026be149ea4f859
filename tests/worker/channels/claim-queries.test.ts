import { expect, it } from "vitest";
import {
	findClaim,
	findReviewClaim,
	listClaims,
	listReviewClaims,
	nameChannel,
	sendToReview,
	submitClaim,
} from "#features/channels/claim-queries.ts";
import { aClaim, freshChannelId, pageOf, rejectStored } from "#tests/support/fixtures/claims.ts";
import { instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const AT_ONCE = 50;

describeOnBothDatabases("ownership claims", (database) => {
	it("have one open claim per member and channel, which later submissions return", async () => {
		const db = database().open();
		const member = await addMember(db);
		const first = aClaim(member, { comments: "It is mine\ud83d." });
		const made = await submitClaim(db, first);
		expect(made).toMatchObject({
			created: true,
			claim: { id: first.id, status: "pending", comments: "It is mine\ufffd." },
		});
		const again = aClaim(member, { channel_id: first.channel_id });
		expect(await submitClaim(db, again)).toEqual({
			created: false,
			claim: made.claim,
		});
		const other = aClaim(await addMember(db), { channel_id: first.channel_id });
		expect(await submitClaim(db, other)).toMatchObject({ created: true });
	});

	it("are created once from fifty simultaneous submissions", async () => {
		const db = database().open();
		const member = await addMember(db);
		const channel_id = freshChannelId();
		const answers = await Promise.all(
			Array.from({ length: AT_ONCE }, () =>
				submitClaim(database().open(), aClaim(member, { channel_id })),
			),
		);
		expect(answers.filter(({ created }) => created)).toHaveLength(1);
		expect(new Set(answers.map(({ claim }) => claim.id)).size).toBe(1);
	});

	it("are listed to their member in pages, newest first", async () => {
		const db = database().open();
		const member = await addMember(db);
		const ids: string[] = [];
		for (let n = 0; n < 5; n += 1) {
			const claim = aClaim(member, { submitted_at: instant(n < 3 ? 1 : 2) });
			await submitClaim(db, claim);
			ids.push(claim.id);
		}
		const nextPage = (cursor: string | null) =>
			pageOf(listClaims(db, member, { cursor, limit: 2 }));
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof nextPage>> = await nextPage(cursor);
			seen.push(...page.claims.map(({ id }) => id));
			cursor = page.next_cursor;
		} while (cursor !== null);
		expect(seen.sort()).toEqual(ids.sort());
		const [first] = (await pageOf(listClaims(db, member, { cursor: null, limit: 1 }))).claims;
		expect(first?.submitted_at).toBe(instant(2));
		expect(await listClaims(db, member, { cursor: "?", limit: 1 })).toBe("bad_cursor");
	});

	it("can be referred to the team and assigned a channel once it is known", async () => {
		const db = database().open();
		const member = await addMember(db);
		const claim = aClaim(member, { channel_id: null });
		await submitClaim(db, claim);
		await sendToReview(db, claim.id, "Nobody knows.");
		expect(await findClaim(db, claim.id)).toMatchObject({
			claim: { verification_method: "team_review", reason: "Nobody knows." },
		});
		const channel = { channel_id: freshChannelId(), channel_name: "Known" };
		expect(await nameChannel(db, claim.id, channel)).toBe("named");
		expect(await findClaim(db, claim.id)).toMatchObject({ claim: channel });
		const second = aClaim(member, { channel_id: null });
		await submitClaim(db, second);
		expect(await nameChannel(db, second.id, channel)).toBe("taken");
	});

	it("are listed for review oldest first, with their members", async () => {
		const db = database().open();
		const member = await addMember(db);
		const old = aClaim(member, { submitted_at: instant(-100) });
		const young = aClaim(member, { submitted_at: instant(-90) });
		await submitClaim(db, young);
		await submitClaim(db, old);
		const queue = await pageOf(listReviewClaims(db, { status: "pending", cursor: null, limit: 1 }));
		expect(queue.claims.map(({ id }) => id)).toEqual([old.id]);
		const next = await pageOf(
			listReviewClaims(db, {
				status: "pending",
				cursor: queue.next_cursor,
				limit: 1,
			}),
		);
		expect(next.claims.map(({ id }) => id)).toEqual([young.id]);
		expect(await findReviewClaim(db, old.id)).toMatchObject({
			id: old.id,
			member: { id: member, email: `${member}@example.org` },
		});
		await rejectStored(database(), old.id, null);
		await rejectStored(database(), young.id, null);
		const decided = await pageOf(
			listReviewClaims(db, { status: "rejected", cursor: null, limit: 100 }),
		);
		const places = [young.id, old.id].map((id) =>
			decided.claims.findIndex((claim) => claim.id === id),
		);
		expect(places[0]).toBeGreaterThanOrEqual(0);
		expect(places[1]).toBeGreaterThan(places[0] ?? 0);
	});
});
