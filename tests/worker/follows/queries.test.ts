import { beforeEach, expect, it } from "vitest";
import type { FollowKind } from "#contract/follows.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Db } from "#db/client.ts";
import { deleteMember } from "#features/accounts/member-queries.ts";
import type { CompletedRun } from "#features/analysis/publication.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { noteChangedEvidence } from "#features/evidence/changed-evidence.ts";
import { forgetFollowEvents } from "#features/follows/event-queries.ts";
import { follow, listFollows, unfollow } from "#features/follows/follow-queries.ts";
import { readFollowing } from "#features/follows/following-queries.ts";
import { changeVideo } from "#features/moderation/video-queries.ts";
import { readNotifications } from "#features/notifications/queries.ts";
import { claimKey } from "#features/statements/claim-key.ts";
import { freshChannelId } from "#tests/support/fixtures/claims.ts";
import { aCitedPage } from "#tests/support/fixtures/judgements.ts";
import { aSweeper } from "#tests/support/fixtures/notices.ts";
import {
	aCompletedRun,
	aFailedRun,
	aStatement,
	freshStatementId,
	instant,
	ONLY_MOMENTS,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const LIVE = { simulated: false };
const REFUTED = { verdict: "refuted", basis: "evidence", ai_score: 90 } as const;
const SUPPORTED = { verdict: "supported", basis: "evidence", ai_score: 10 } as const;

let claims = 0;
/** Words of a claim that no other test has. */
function aClaim() {
	claims += 1;
	const content = `The tower of town number ${claims} is ${claims} metres tall.`;
	return { content, key: claimKey(content, "en") };
}

describeOnBothDatabases("what members follow", (database) => {
	let db: Db;
	let member: MemberId;
	let channel_id: string;
	beforeEach(async () => {
		db = database().open();
		member = await addMember(db);
		channel_id = freshChannelId();
	});

	const start = (kind: FollowKind, id: string, by = member, limit = 0) =>
		follow(db, { member_id: by, kind, id }, { view: LIVE, limit, now: instant(0) });
	const items = async (by = member, view = LIVE) => {
		const page = await readFollowing(db, by, { view, limit: 50 });
		if (page === "bad_cursor") throw new Error(page);
		return page.items;
	};
	/** A result of a video of the test's channel. */
	const aResult = (fields: Partial<CompletedRun> = {}) => {
		const run = aCompletedRun(fields);
		return { ...run, metadata: { ...run.metadata, channel_id } };
	};

	it("are known subjects, once each, up to the limit", async () => {
		const claim = aClaim();
		const run = aResult({ statements: [aStatement({ content: claim.content })] });
		await publish(db, run);
		expect(await start("video", "AAAAAAAAAAA")).toBe("unknown");
		expect(await start("channel", freshChannelId())).toBe("unknown");
		expect(await start("claim", "0".repeat(24))).toBe("unknown");
		expect(await start("video", run.video_id)).toMatchObject({ title: run.metadata.title });
		expect(await start("claim", claim.key)).toMatchObject({ title: claim.content });
		expect(await start("channel", channel_id, member, 2)).toBe("too_many");
		expect(await start("video", run.video_id, member, 2)).toMatchObject({ id: run.video_id });
		const wanted = Array.from({ length: 6 }, (_, n) => `${n}`).map(() => freshChannelId());
		for (const id of wanted) {
			const other = aCompletedRun();
			await publish(db, { ...other, metadata: { ...other.metadata, channel_id: id } });
		}
		// As many at the same time as there are places.
		await Promise.all(wanted.map((id) => start("channel", id, member, 5)));
		expect((await listFollows(db, member)).follows).toHaveLength(5);
		await unfollow(db, { member_id: member, kind: "video", id: run.video_id });
		expect((await listFollows(db, member)).follows.map(({ kind }) => kind).sort()).toEqual([
			"channel",
			"channel",
			"channel",
			"claim",
		]);
	});

	it("have an event when a video is checked for the first time", async () => {
		await publish(db, aResult());
		await start("channel", channel_id);
		const run = aResult({ ended_at: instant(5) });
		await publish(db, run);
		await publish(db, run);
		const lean = { score: 64, confidence: 30 };
		await publish(db, aResult({ video_id: run.video_id, ended_at: instant(9), lean }));
		await publish(db, aFailedRun());
		expect(await items()).toMatchObject([
			{
				kind: "result",
				at: instant(5),
				path: `/results/${run.video_id}`,
				video: { id: run.video_id, channel_id, result: { bs_score: 50, lean } },
				statement: null,
			},
		]);
	});

	it("hear nothing of moments, unlisted results and simulated ones", async () => {
		await publish(db, aResult());
		await start("channel", channel_id);
		await publish(db, aResult({ ...ONLY_MOMENTS }));
		const transcript = { ...aCompletedRun().transcript, source: "member" as const };
		await publish(db, aResult({ transcript }));
		await publish(db, aResult({ simulated: true }));
		expect(await items()).toEqual([]);
		expect(await items(member, { simulated: true })).toHaveLength(1);
	});

	it("hear once of a verdict that moved, through video, channel and claim", async () => {
		const claim = aClaim();
		const before = aStatement({ ...REFUTED, content: claim.content });
		const same = aStatement({ ...SUPPORTED, timestamp: 40, quote_key: "other" });
		const run = aResult({ statements: [before, same] });
		await publish(db, run);
		const [of_channel, of_claim] = [await addMember(db), await addMember(db)];
		for (const [kind, id] of [
			["video", run.video_id],
			["channel", channel_id],
			["claim", claim.key],
		] as const)
			await start(kind, id);
		await start("channel", channel_id, of_channel);
		await start("claim", claim.key, of_claim);
		const after = { ...before, ...SUPPORTED, id: freshStatementId(), replaces: before.id };
		const next = aResult({
			video_id: run.video_id,
			ended_at: instant(7),
			statements: [after, same],
			started_by: of_channel,
		});
		await publish(db, next);
		await publish(db, next);
		const expected = {
			kind: "verdict_moved",
			at: instant(7),
			path: `/results/${run.video_id}/statements/${after.id}`,
			statement: { id: after.id, content: claim.content, claim: claim.key },
			before: { verdict: "refuted", ai_score: 90 },
			after: { verdict: "supported", ai_score: 10 },
		};
		for (const who of [member, of_channel, of_claim])
			expect(await items(who)).toMatchObject([expected]);
		await aSweeper(database()).deliver();
		await aSweeper(database()).deliver();
		for (const who of [member, of_claim])
			expect((await readNotifications(db, who)).notifications).toMatchObject([
				{
					type: "verdict_moved",
					title: "A verdict moved",
					message: expect.stringContaining("Refuted → Supported"),
					data: { path: `/results/${run.video_id}#s-${after.id}` },
				},
			]);
		// Who started the run is notified of its end.
		expect((await readNotifications(db, of_channel)).notifications).toEqual([]);
	});

	it("take a score in another band for a move if there is no verdict", async () => {
		const one = aStatement({ ai_score: 10 });
		const run = aResult({ statements: [one] });
		await publish(db, run);
		await start("video", run.video_id);
		const again = (ai_score: number, at: number) =>
			publish(
				db,
				aResult({
					video_id: run.video_id,
					ended_at: instant(at),
					statements: [{ ...one, ai_score }],
				}),
			);
		await again(29, 2);
		expect(await items()).toEqual([]);
		await again(30, 3);
		expect(await items()).toMatchObject([{ before: { ai_score: 29 }, after: { ai_score: 30 } }]);
	});

	it("are not told that a simulated verdict moved when it was replaced by a real one", async () => {
		const one = aStatement({ ai_score: 10 });
		const run = aResult({ statements: [one], simulated: true });
		await publish(db, run);
		await follow(
			db,
			{ member_id: member, kind: "video", id: run.video_id },
			{ view: { simulated: true }, limit: 0, now: instant(0) },
		);
		const real = { video_id: run.video_id, ended_at: instant(3) };
		await publish(db, aResult({ ...real, statements: [{ ...one, ai_score: 90 }] }));
		expect((await items()).map(({ kind }) => kind)).toEqual(["result"]);
	});

	it("hear of a claim that is said again in another video alone", async () => {
		const claim = aClaim();
		const said = () => aStatement({ content: claim.content });
		const run = aResult({ statements: [said()] });
		await publish(db, run);
		await start("claim", claim.key);
		await publish(db, aResult({ video_id: run.video_id, statements: [said()] }));
		expect(await items()).toEqual([]);
		const other = aResult({ ended_at: instant(4), statements: [said(), said()] });
		await publish(db, other);
		await publish(db, aResult({ video_id: other.video_id, statements: [said()] }));
		expect(await items()).toMatchObject([
			{ kind: "said_again", at: instant(4), video: { id: other.video_id } },
		]);
	});

	it("hear once that a verdict has lost its evidence", async () => {
		const claim = aClaim();
		const evidence = [{ ...aCitedPage(), stance: "refutes" as const, state: "gone" as const }];
		const run = aResult({
			statements: [aStatement({ ...REFUTED, content: claim.content, evidence })],
		});
		await publish(db, run);
		await start("claim", claim.key);
		const stranger = await addMember(db);
		const context = { db: { near: db, nearest: db, primary: db }, now: () => new Date(instant(6)) };
		await noteChangedEvidence(context, run.video_id);
		await noteChangedEvidence(context, run.video_id);
		expect(await items()).toMatchObject([
			{ kind: "evidence_lost", at: instant(6), statement: { content: claim.content } },
		]);
		expect(await items(stranger)).toEqual([]);
	});

	it("hear nothing of a report that is hidden, also when it is shown again", async () => {
		const claim = aClaim();
		const evidence = [{ ...aCitedPage(), stance: "refutes" as const, state: "gone" as const }];
		const run = aResult({
			statements: [aStatement({ ...REFUTED, content: claim.content, evidence })],
		});
		await publish(db, run);
		await start("claim", claim.key);
		const decision = {
			hide: { reason: "private" as const, sentence: "It shows a home." },
			audit_reason: null,
			admin_id: await addMember(db),
			cause: "hidden",
			now: instant(5),
		};
		await changeVideo(db, run.video_id, decision);
		const context = { db: { near: db, nearest: db, primary: db }, now: () => new Date(instant(6)) };
		await noteChangedEvidence(context, run.video_id);
		await changeVideo(db, run.video_id, { ...decision, hide: null, cause: "shown" });
		expect(await items()).toEqual([]);
	});

	it("are paged without gaps or repetitions", async () => {
		const followed = await Promise.all(
			Array.from({ length: 12 }, async () => {
				const id = freshChannelId();
				const run = aCompletedRun();
				await publish(db, { ...run, metadata: { ...run.metadata, channel_id: id } });
				await start("channel", id);
				return id;
			}),
		);
		const ids: string[] = [];
		for (let n = 0; n < 60; n += 1) {
			const run = aCompletedRun({ ended_at: instant(10 + Math.floor(n / 3)) });
			const id = followed[(n * 7) % 12] ?? "";
			await publish(db, { ...run, metadata: { ...run.metadata, channel_id: id } });
			ids.push(run.video_id);
		}
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const page: Awaited<ReturnType<typeof readFollowing>> = await readFollowing(db, member, {
				view: LIVE,
				limit: 7,
				cursor,
			});
			if (page === "bad_cursor") throw new Error(page);
			seen.push(...page.items.map(({ video }) => video.id));
			cursor = page.next_cursor;
		} while (cursor);
		expect(seen.toSorted()).toEqual(ids.toSorted());
		expect(await readFollowing(db, member, { view: LIVE, limit: 7, cursor: "x" })).toBe(
			"bad_cursor",
		);
	});

	it("are deleted with the account, and events after a while", async () => {
		await publish(db, aResult());
		await start("channel", channel_id);
		await publish(db, aResult({ ended_at: instant(2) }));
		await forgetFollowEvents(db, instant(2));
		expect(await items()).toHaveLength(1);
		await deleteMember(db, member);
		expect((await listFollows(db, member)).follows).toEqual([]);
		await forgetFollowEvents(db, instant(1_000));
		expect(
			await database().rows("select * from follow_event_subjects where subject = ?", channel_id),
		).toEqual([]);
	});
});
