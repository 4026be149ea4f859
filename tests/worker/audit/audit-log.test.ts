import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AccountExport } from "#contract/account-export.ts";
import type { AuditEntry, AuditLog } from "#contract/audit.ts";
import type { StatementId } from "#contract/ids.ts";
import type { VoteCheckPage } from "#contract/votes.ts";
import { insertAdminDecision, listAdminDecisions } from "#features/audit/queries.ts";
import { addVoters, castAll, voteDatabaseOf } from "#tests/support/fixtures/ballots.ts";
import { aStatement, instant } from "#tests/support/fixtures/publications.ts";
import { describeOnBothDatabases } from "#tests/support/world/databases.ts";
import { opened } from "#tests/support/world/opened.ts";
import { allPages } from "#tests/support/world/pages.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aChannel,
	addMember,
	aMember,
	published,
	signedInAdmin,
	submit,
} from "#tests/support/world/signed-in.ts";

const product = opened(() =>
	startProduct({ YOUTUBE_API_KEY: "a-data-key", ADMIN_EMAILS: ADMIN_EMAIL }),
);
const admin = opened(() => signedInAdmin(product));

async function entries(): Promise<AuditEntry[]> {
	const { status, body } = await admin.get<AuditLog>("/api/admin/audit");
	expect(status).toBe(200);
	return body.entries;
}

/** Creates a vote check that the team has to decide. */
async function aVoteCheck(statement_id: StatementId): Promise<string> {
	const booth = await voteDatabaseOf(product);
	const now = new Date().toISOString();
	const voters = await addVoters(booth, 14, now);
	await castAll(
		booth,
		voters.map((member_id) => ({
			member_id,
			statement_id,
			vote_type: "downvote" as const,
			network: "one-network",
			now,
		})),
	);
	const { body } = await admin.get<VoteCheckPage>("/api/admin/votes");
	return body.holds[0]?.id ?? "";
}

describe("GET /api/admin/audit", () => {
	it("records each claim decision once, with admin, time, action and reason", async () => {
		const member = await aMember(product);
		const { claim } = (await submit(member, aChannel(product).url)).body;
		const path = `/api/admin/claims/${claim.id}`;
		const rejection = { status: "rejected", reason: "Not yours." };
		const before = new Date().toISOString();
		for (let n = 0; n < 2; n += 1) expect((await admin.post(path, rejection)).status).toBe(200);
		const own = (await entries()).filter(({ subject }) => subject.id === claim.id);
		expect(own).toEqual([
			{
				id: expect.any(String),
				decided_at: expect.any(String),
				admin: { id: admin.id, full_name: expect.stringContaining("Member") },
				action: "claim_rejected",
				subject: { id: claim.id, label: claim.channel_name },
				reason: "Not yours.",
			},
		]);
		expect((own[0]?.decided_at ?? "") >= before).toBe(true);
		await admin.post(path, { status: "verified" });
		const [latest] = await entries();
		expect(latest).toMatchObject({
			action: "claim_verified",
			reason: null,
			subject: { id: claim.id },
		});
	});

	it("records neither claims verified by code nor rejected decisions", async () => {
		const known = (await entries()).length;
		const member = await aMember(product);
		const channel = aChannel(product);
		const { claim } = (await submit(member, channel.url)).body;
		channel.describe(claim.verification_code);
		const verified = await member.post(`/api/claims/${claim.id}/verify`);
		expect(verified.status).toBe(200);
		const nothing = await admin.post("/api/admin/claims/none", { status: "verified" });
		expect(nothing.status).toBe(404);
		expect(await entries()).toHaveLength(known);
	});

	it("records vote decisions with the statement and the reason", async () => {
		const statement = aStatement({ quote: "A quote of this test" });
		const { statements } = await published(product, { statements: [statement] });
		const [only] = statements;
		if (!only) throw new Error("There is no statement");
		const check = await aVoteCheck(only.id);
		const path = `/api/admin/votes/${check}`;
		for (let n = 0; n < 2; n += 1)
			await admin.post(path, { state: "upheld", reason: "One network." });
		await admin.post(path, { state: "lifted" });
		const own = (await entries()).filter(({ action }) => action.startsWith("votes_"));
		expect(own).toMatchObject([
			{ action: "votes_lifted", reason: null },
			{
				action: "votes_upheld",
				reason: "One network.",
				subject: { id: check, label: "A quote of this test" },
			},
		]);
	});

	it("records who exported the newsletter addresses", async () => {
		await admin.get("/api/admin/newsletter.csv");
		expect((await entries())[0]).toMatchObject({
			action: "newsletter_exported",
			admin: { id: admin.id },
		});
	});

	it("is part of an admin's export and outlives the account without its name", async () => {
		const { body } = await admin.get<AccountExport>("/api/me/export");
		expect(body.admin_decisions.length).toBeGreaterThan(3);
		expect(JSON.stringify(body.admin_decisions)).not.toContain(admin.id);
		await product.rows("delete from members where id = ?", admin.id);
		const next = await signedInAdmin(product);
		const { entries: kept } = (await next.get<AuditLog>("/api/admin/audit")).body;
		expect(kept).toHaveLength(body.admin_decisions.length);
		expect(kept[0]?.admin).toEqual({ id: admin.id, full_name: null });
	});
});

describeOnBothDatabases("admin decisions", (database) => {
	it("are listed newest first in pages and stored only if their condition holds", async () => {
		const db = database().open();
		const admin_id = await addMember(db);
		const add = (minute: number, condition = sql`true`) =>
			db.batch([
				insertAdminDecision(
					db,
					{
						admin_id,
						action: "claim_verified",
						subject_id: `s${minute}`,
						subject_label: "A channel",
						reason: null,
						decided_at: instant(minute),
					},
					condition,
				),
			]);
		for (const minute of [1, 2, 2, 3]) await add(minute);
		await add(9, sql`false`);
		const pages = await allPages((cursor) => listAdminDecisions(db, { cursor, limit: 2 }));
		const seen = pages.flatMap(({ entries }) => entries.map(({ decided_at }) => decided_at));
		expect(seen).toEqual([3, 2, 2, 1].map((minute) => instant(minute)));
		const bad = await listAdminDecisions(db, { cursor: "?", limit: 2 });
		expect(bad).toBe("bad_cursor");
	});
});
