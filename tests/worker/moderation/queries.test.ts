import { expect, it } from "vitest";
import { MemberId } from "#contract/ids.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { readVersions } from "#features/history/queries.ts";
import { changeAccount } from "#features/moderation/account-queries.ts";
import type { Decision } from "#features/moderation/decision.ts";
import { changeStatement } from "#features/moderation/statement-queries.ts";
import { changeVideo } from "#features/moderation/video-queries.ts";
import { readStats } from "#features/reports/list-queries.ts";
import { readReport } from "#features/reports/queries.ts";
import { search } from "#features/search/queries.ts";
import { hiddenStatements, listTakedowns } from "#features/takedowns/queries.ts";
import { createSession } from "#identity/sessions.ts";
import {
	aCompletedRun,
	aStatement,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { addMember, openSession } from "#tests/support/world/signed-in.ts";

const view = { simulated: false };
const decision = (hide: Decision["hide"], minute = 10): Decision => ({
	hide,
	audit_reason: hide?.sentence ?? null,
	admin_id: MemberId.parse("admin"),
	cause: `test ${minute}`,
	now: instant(minute),
});
const HIDE = { reason: "private" as const, sentence: "It shows a home." };

const said = (content: string, score: number) =>
	aStatement({
		content,
		quote: content.toLowerCase(),
		quote_key: content.toLowerCase().replace(/[^a-z0-9]/g, ""),
		ai_score: score,
		confidence_level: score,
	});

describeOnBothDatabases("taking down", (database) => {
	it("takes a statement out of score, counts, search and versions, and puts it back", async () => {
		const db = database().open();
		const [good, bad] = [
			said("Granite is an igneous rock.", 10),
			said("Basalt floats on water.", 90),
		];
		const before = await readStats(db, view);
		const run = aCompletedRun({ statements: [good, bad], bs_score: 50, confidence_level: 50 });
		const { video_id } = run;
		await publish(db, run);
		const hidden = await changeStatement(db, bad.id, decision(HIDE));
		expect(hidden).toEqual({ video_id, changed: true });
		expect(await changeStatement(db, bad.id, decision(HIDE, 11))).toMatchObject({ changed: false });
		const report = await readReport(db, video_id, view);
		expect(report.statements.map(({ id }) => id)).toEqual([good.id]);
		expect(report.video).toMatchObject({
			bs_score: 10,
			confidence_level: 10,
			claims_count: 1,
			version: 2,
		});
		const stats = await readStats(db, view);
		expect(stats.total_claims - before.total_claims).toBe(1);
		expect(stats.bs_claims).toBe(before.bs_claims);
		expect((await search(db, "basalt", { limit: 10, view })).statements).toEqual([]);
		const versions = await readVersions(db, video_id, { view, from: null, limit: 10 });
		expect(versions?.map(({ content }) => [content.bs_score, content.statements.length])).toEqual([
			[10, 1],
			[10, 1],
		]);
		expect(await changeStatement(db, bad.id, decision(null, 12))).toMatchObject({ changed: true });
		const again = await readReport(db, video_id, view);
		expect(again.video).toMatchObject({ bs_score: 50, claims_count: 2, version: 3 });
		expect((await search(db, "basalt", { limit: 10, view })).statements).toHaveLength(1);
		expect((await readStats(db, view)).bs_claims - before.bs_claims).toBe(1);
	});

	it("keeps a statement hidden that a later analysis finds again, under any id", async () => {
		const db = database().open();
		const bad = said("Feldspar is made of glass.", 90);
		const run = aCompletedRun({ statements: [bad] });
		await publish(db, run);
		await changeStatement(db, bad.id, decision(HIDE));
		const found = { ...said("Feldspar is made of glass.", 80), timestamp: 99 };
		await publish(db, aCompletedRun({ video_id: run.video_id, statements: [found] }));
		expect((await readReport(db, run.video_id, view)).statements).toEqual([]);
		expect(await hiddenStatements(db, run.video_id)).toMatchObject([{ id: bad.id }]);
	});

	it("hides a report from every list, through a later analysis, and counts it again after", async () => {
		const db = database().open();
		const before = await readStats(db, view);
		const metadata = someMetadata({ title: "Peculiar obelisks" });
		const run = aCompletedRun({ metadata, statements: [said("Obelisks are round.", 90)] });
		const { video_id } = run;
		await publish(db, run);
		const found = async () =>
			(await search(db, "peculiar obelisks", { limit: 10, view })).results.length;
		expect(await found()).toBe(1);
		expect(await changeVideo(db, video_id, decision(HIDE))).toMatchObject({ changed: true });
		expect(await found()).toBe(0);
		expect(await readStats(db, view)).toEqual(before);
		const added = said("Obelisks were painted green.", 20);
		await publish(db, aCompletedRun({ video_id, metadata, statements: [added] }));
		const foundStatements = async () =>
			(await search(db, "obelisks painted", { limit: 10, view })).statements.length;
		expect(await foundStatements()).toBe(0);
		expect((await readReport(db, video_id, view)).video).toBeNull();
		expect(await found()).toBe(0);
		expect(await listTakedowns(db, { cursor: null, limit: 100 })).toMatchObject({
			hidden: expect.arrayContaining([
				expect.objectContaining({ id: video_id, label: "Peculiar obelisks" }),
			]),
		});
		expect(await changeVideo(db, video_id, decision(null, 12))).toMatchObject({ changed: true });
		expect(await found()).toBe(1);
		expect(await foundStatements()).toBe(1);
		const after = await readStats(db, view);
		expect(after.total_videos - before.total_videos).toBe(1);
	});

	it("closes an account: no session stays or opens until it is opened again", async () => {
		const db = database().open();
		const id = await addMember(db);
		await openSession(db, id);
		expect(await changeAccount(db, id, decision(HIDE))).toMatchObject({ changed: true });
		const sessions = await database().rows(`select 1 from sessions where member_id = '${id}'`);
		expect(sessions).toEqual([]);
		const open = () =>
			createSession(db, {
				token_hash: `of-${id}`,
				member_id: id,
				created_at: instant(20),
				expires_at: instant(99),
				user_agent: null,
			});
		expect((await open()).opened).toBe(false);
		await changeAccount(db, id, decision(null, 12));
		expect((await open()).opened).toBe(true);
	});

	it("knows nothing of what there is not", async () => {
		const db = database().open();
		expect(await changeStatement(db, "none" as never, decision(HIDE))).toBeNull();
		expect(await changeVideo(db, "___________" as never, decision(HIDE))).toBeNull();
		expect(await changeAccount(db, "none", decision(HIDE))).toBeNull();
	});
});
