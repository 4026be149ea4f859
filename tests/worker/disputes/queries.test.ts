import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Dispute } from "#contract/disputes.ts";
import { MemberId, type VideoId } from "#contract/ids.ts";
import { deleteMember } from "#features/accounts/member-queries.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { addedPagesOf, storeAddedPage } from "#features/evidence/added-page-queries.ts";
import { readFollowing } from "#features/follows/following-queries.ts";
import { readVersions } from "#features/history/queries.ts";
import { readNotifications } from "#features/notifications/queries.ts";
import { readReport } from "#features/reports/queries.ts";
import {
	claimRecheck,
	dueDisputes,
	expireDisputes,
	readDisputes,
	releaseRecheck,
	unfinishedRechecks,
} from "#features/votes/dispute-queries.ts";
import { hideDispute, listDisputes } from "#features/votes/dispute-review-queries.ts";
import {
	aDisputable,
	aRecheck,
	type Disputable,
	disputeIn,
} from "#tests/support/fixtures/disputes.ts";
import { aSweeper } from "#tests/support/fixtures/notices.ts";
import { aCompletedRun, aFailedRun, instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember } from "#tests/support/world/signed-in.ts";

const view = { simulated: false };
const AT_ONCE = 20;
const DAY = 24 * 60;

describeOnBothDatabases("disputes", (database) => {
	const disputesOf = (video_id: VideoId): Promise<Dispute[]> =>
		readDisputes(database().open(), sql`d.video_id = ${video_id}`, 10);
	const reported = async (video_id: VideoId) =>
		(await readReport(database().open(), video_id, view)).statements;

	it("are limited to one open one for each member and statement, even at the same time", async () => {
		const world = await aDisputable(database());
		const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => disputeIn(world)));
		expect(answers.filter((it) => it === "standing")).toHaveLength(AT_ONCE - 1);
		expect(await disputesOf(world.video_id)).toMatchObject([
			{
				statement_id: world.refuted.id,
				outcome: "open",
				before: { verdict: "refuted", ai_score: 90 },
				after: null,
			},
		]);
	});

	it("are refused for a statement that a newer result no longer has", async () => {
		const world = await aDisputable(database());
		const { video_id } = world;
		await publish(world.db, aCompletedRun({ video_id, evidence_sources: ["wikipedia"] }));
		expect(await disputeIn(world)).toBe("retired");
		expect(await disputesOf(video_id)).toEqual([]);
	});

	it("follow their statement to its new id, and say what it was and is", async () => {
		const world = await aDisputable(database());
		const { db, video_id, member_id } = world;
		await disputeIn(world);
		const recheck = aRecheck(world);
		await publish(db, recheck);
		const settled = {
			statement_id: recheck.statements[0]?.id,
			outcome: "moved",
			before: { verdict: "refuted", ai_score: 90 },
			after: { verdict: "supported", ai_score: 10 },
			settled_at: instant(21),
		};
		expect(await disputesOf(video_id)).toMatchObject([settled]);
		const statements = await reported(video_id);
		expect(statements.map(({ disputes }) => disputes?.length ?? 0).sort()).toEqual([0, 1]);
		const versions = await readVersions(db, video_id, { view, from: null, limit: 5 });
		expect(versions?.map(({ disputes }) => disputes)).toMatchObject([[settled], undefined]);
		await aSweeper(database()).deliver();
		const { notifications } = await readNotifications(db, member_id);
		expect(notifications).toMatchObject([
			{ type: "dispute_settled", message: expect.stringContaining("Refuted → Supported") },
		]);
		// A replay of the publication tells nobody again.
		expect(await publish(db, recheck)).toBe("already");
		await aSweeper(database()).deliver();
		expect((await readNotifications(db, member_id)).notifications).toHaveLength(1);
	});

	it("stay if the verdict does, and name the verdict that was shown last before the check", async () => {
		const world = await aDisputable(database());
		const { db, video_id, refuted, run, member_id } = world;
		const follower = await addMember(db);
		for (const one of [follower, member_id])
			await database().batch([
				`insert into follows (member_id, kind, subject, title, since) select '${one}', 'claim', claim_key, '', '${instant(0)}' from statements where id = '${refuted.id}'`,
			]);
		await disputeIn(world);
		// It started before the dispute, so it did not read its page.
		const earlier = aRecheck(world, { started_at: instant(5), ended_at: instant(15) });
		await publish(db, earlier);
		expect(await disputesOf(video_id)).toMatchObject([{ outcome: "open" }]);
		const [moved] = earlier.statements;
		if (!moved) throw new Error("There is no statement.");
		const own = { ...moved, replaces: null };
		await publish(
			db,
			aRecheck(world, { adds_to: earlier.run_id, rechecks: moved.id, statements: [own] }),
		);
		const was = { verdict: "supported", ai_score: 10 };
		expect(await disputesOf(video_id)).toMatchObject([
			{ outcome: "stays", before: was, after: was },
		]);
		expect([run.run_id, refuted.id]).not.toContain(moved.id);
		await aSweeper(database()).deliver();
		const told = async (member: MemberId) =>
			(await readNotifications(db, member)).notifications.map(({ type, message }) => [
				type,
				message,
			]);
		const stays = expect.stringContaining("dispute. Its verdict stays: Supported.");
		// The member who disputed also follows the claim, and gets one notification.
		expect(await told(follower)).toContainEqual(["dispute_settled", stays]);
		expect((await told(member_id)).filter(([type]) => type === "dispute_settled")).toEqual([
			["dispute_settled", stays],
		]);
		// What followers are shown later is what changed: the move before the dispute's check.
		const shown = await readFollowing(db, follower, { view, limit: 10 });
		expect(shown).toMatchObject({ items: [{ kind: "verdict_moved", at: instant(15) }] });
	});

	it.each([
		[
			"fails",
			(world: Disputable) => aFailedRun({ video_id: world.video_id, ended_at: instant(21) }),
		],
		["asks no sources", (world: Disputable) => aRecheck(world, { evidence_sources: [] })],
		[
			"had no budget for the statement",
			(world: Disputable) =>
				aRecheck(world, {
					statements: [
						{ ...world.open, id: world.refuted.id, unverified_reason: "budget", replaces: null },
					],
				}),
		],
	])("stay open after a run that %s", async (_, run) => {
		const world = await aDisputable(database());
		await disputeIn(world);
		await publish(world.db, run(world));
		expect(await disputesOf(world.video_id)).toMatchObject([{ outcome: "open" }]);
	});

	it("are settled only if their page was among those that the run read", async () => {
		const world = await aDisputable(database());
		const { db, video_id, refuted } = world;
		// Who had a page read for the statement before cannot crowd out another member's.
		const again = await addMember(db);
		await disputeIn(world, { member_id: again, created_at: instant(8) });
		await db.run(sql`update disputes set outcome = 'stays', settled_at = ${instant(9)}`);
		// Nor can the newest three crowd out the page that waits longest.
		for (const at of [10, 11, 12, 13, 14]) {
			const url = `https://www.nasa.gov/${at}`;
			const by = { member_id: at === 10 ? again : await addMember(db), created_at: instant(at) };
			await disputeIn(world, { ...by, url });
			await storeAddedPage(db, {
				...by,
				statement_id: refuted.id,
				url,
				final_url: url,
				title: "A page",
				published_at: null,
				can_move: true,
			});
		}
		const read = (await addedPagesOf(db, video_id)).get(refuted.id)?.map(({ url }) => url);
		expect(read).toEqual([11, 12, 13].map((at) => `https://www.nasa.gov/${at}`));
		await publish(db, aRecheck(world));
		expect((await disputesOf(video_id)).map(({ url, outcome }) => [url, outcome])).toEqual([
			["https://www.nasa.gov/14", "open"],
			...[13, 12, 11].map((at) => [`https://www.nasa.gov/${at}`, "moved"]),
			["https://www.nasa.gov/10", "open"],
			["https://www.nasa.gov/bridges", "stays"],
		]);
	});

	it("have one check a day for a statement, also under its new id", async () => {
		const world = await aDisputable(database());
		const { db, video_id } = world;
		const others = await Promise.all(
			Array.from({ length: AT_ONCE }, async (_, at) =>
				disputeIn(world, { member_id: await addMember(db), created_at: instant(10 + at / 100) }),
			),
		);
		const ids = others.map((it) => (typeof it === "string" ? it : it.id));
		const claimed = await Promise.all(
			ids.map((id, at) => claimRecheck(db, { id, run_id: `r${id}`, ...window(20 + at / 100) })),
		);
		expect(claimed.filter(Boolean)).toHaveLength(1);
		await publish(db, aRecheck(world));
		// Settled together: one run read all their pages that fit.
		expect((await disputesOf(video_id)).every(({ outcome }) => outcome === "moved")).toBe(true);
		const [statement] = (await reported(video_id)).filter(({ disputes }) => disputes);
		if (!statement) throw new Error("There is no disputed statement.");
		const late = await disputeIn(world, { statement_id: statement.id, created_at: instant(30) });
		const id = typeof late === "string" ? late : late.id;
		expect(await claimRecheck(db, { id, run_id: "late", ...window(40) })).toBe(false);
		expect(await dueOf(40)).toEqual([]);
		expect(await dueOf(21 + DAY)).toMatchObject([{ id }]);
		expect(await claimRecheck(db, { id, run_id: "late", ...window(21 + DAY) })).toBe(true);

		async function dueOf(minute: number) {
			const { since } = window(minute);
			const due = await dueDisputes(db, { since, limit: 100 });
			return due.filter((it) => it.video_id === video_id);
		}
	});

	it("are given back if no run began, and end after a day without one", async () => {
		const world = await aDisputable(database());
		const { db, video_id, member_id } = world;
		const made = await disputeIn(world);
		const id = typeof made === "string" ? made : made.id;
		await claimRecheck(db, { id, run_id: "lost", ...window(11) });
		const lost = await unfinishedRechecks(db, { before: instant(13), limit: 100 });
		expect(lost).toContainEqual({ run_id: "lost", video_id });
		await releaseRecheck(db, "lost");
		expect(await claimRecheck(db, { id, run_id: "next", ...window(14) })).toBe(true);
		await expireDisputes(db, { before: instant(12), now: instant(12 + DAY) });
		// Its run may still be published.
		expect(await disputesOf(video_id)).toMatchObject([{ outcome: "open" }]);
		await releaseRecheck(db, "next");
		await expireDisputes(db, { before: instant(12), now: instant(13 + DAY) });
		expect(await disputesOf(video_id)).toMatchObject([{ outcome: "not_checked", after: null }]);
		await aSweeper(database()).deliver();
		const { notifications } = await readNotifications(db, member_id);
		expect(notifications.map(({ title }) => title)).toEqual(["Not checked again"]);
	});

	it("can be hidden with their page, which no later analysis reads", async () => {
		const world = await aDisputable(database());
		const { db, video_id, refuted, member_id } = world;
		const made = await disputeIn(world);
		if (typeof made === "string") throw new Error(made);
		const url = made.url ?? "";
		const created_at = instant(10);
		await storeAddedPage(db, {
			...{ statement_id: refuted.id, member_id, url, final_url: url, title: "Bridges" },
			...{ published_at: null, created_at, can_move: true },
		});
		const admin_id = MemberId.parse("an-admin");
		const hide = { dispute_id: made.id, admin_id, now: instant(12) };
		const pages = async () => (await addedPagesOf(db, video_id)).get(refuted.id)?.length ?? 0;
		expect(await pages()).toBe(1);
		const hidden = await hideDispute(db, { ...hide, hidden: true, reason: "An insult." });
		expect(hidden).toMatchObject({ outcome: "hidden", comment: "See the table.", url });
		await hideDispute(db, { ...hide, hidden: true });
		expect(await disputesOf(video_id)).toMatchObject([
			{ outcome: "hidden", comment: null, url: null },
		]);
		expect(await pages()).toBe(0);
		const page = await listDisputes(db, { hidden: true, cursor: null, limit: 100 });
		if (page === "bad_cursor") throw new Error(page);
		expect(page.disputes).toContainEqual(hidden);
		await hideDispute(db, { ...hide, hidden: false });
		expect(await disputesOf(video_id)).toMatchObject([{ outcome: "open", url }]);
		const log = await database().rows(
			"select action, reason from admin_decisions where subject_id = ? order by action",
			made.id,
		);
		expect(log).toEqual([
			{ action: "dispute_hidden", reason: "An insult." },
			{ action: "dispute_shown", reason: null },
		]);
	});

	it("keep their outcome without page and comment when the account is deleted", async () => {
		const world = await aDisputable(database());
		const { db, video_id, member_id } = world;
		await disputeIn(world);
		await publish(db, aRecheck(world));
		await deleteMember(db, member_id);
		expect(await disputesOf(video_id)).toMatchObject([
			{ outcome: "moved", url: null, comment: null, after: { verdict: "supported" } },
		]);
		const left = await database().rows("select 1 from disputes where member_id = ?", member_id);
		expect(left).toEqual([]);
	});

	it("send an event to each address that requested the analysis", async () => {
		const world = await aDisputable(database());
		const { db, video_id } = world;
		const owner = await addMember(db);
		await database().batch([
			`insert into requested_analyses (id, member_id, video_id, run_id, models, include_sources, webhook_url, status, error, created_at, settled_at) values ('asked-${video_id}', '${owner}', '${video_id}', null, null, 1, 'https://hooks.example.com/', 'completed', null, '${instant(2)}', '${instant(3)}')`,
		]);
		await disputeIn(world);
		const other = await disputeIn(world, { member_id: await addMember(db) });
		await publish(db, aRecheck(world));
		const queued = await database().rows(
			"select event, analysis_id, dispute_id from webhook_deliveries where video_id = ? order by created_at",
			video_id,
		);
		expect(queued).toHaveLength(2);
		expect(queued).toContainEqual({
			event: "dispute.settled",
			analysis_id: `asked-${video_id}`,
			dispute_id: typeof other === "string" ? other : other.id,
		});
	});
});

function window(minute: number) {
	return { now: instant(minute), since: instant(minute - DAY) };
}
