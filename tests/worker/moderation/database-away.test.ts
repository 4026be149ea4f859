import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import { aCompletedRun, aStatement, freshVideoId } from "#tests/support/fixtures/publications.ts";
import { startFarProduct } from "#tests/support/world/entered-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { ADMIN_EMAIL, aMemberSignedIn } from "#tests/support/world/signed-in.ts";

const product = opened(() => startFarProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));

const admin = opened(async () => {
	const member = await aMemberSignedIn(product.url, product.db);
	await product.db.run(
		sql`update members set email = ${ADMIN_EMAIL}, email_key = ${ADMIN_EMAIL}, email_confirmed_at = created_at where id = ${member.id}`,
	);
	return { ...member, stop: () => {} };
});

async function aReport() {
	const video_id = freshVideoId();
	const statement = aStatement({ content: `The pier ${video_id} is long.` });
	const run = aCompletedRun({ video_id, statements: [statement] });
	for (const db of [product.db, product.replica]) await publish(db, run);
	return {
		page: `/results/${video_id}`,
		json: `/api/videos/${video_id}`,
		statement_page: `/results/${video_id}/statements/${statement.id}`,
		video_id,
		statement_id: statement.id,
		title: run.metadata.title,
	};
}

describe("what is hidden, while the whole database is away", () => {
	it.each([
		["report", 410, "private"],
		["report", 451, "legal_order"],
		["statement", 410, "private"],
	] as const)(
		"(a %s) keeps answering %i with its reason, as a page and as JSON",
		async (what, status, reason) => {
			const report = await aReport();
			const [page, subject] =
				what === "report"
					? [report.page, { kind: "video", id: report.video_id }]
					: [report.statement_page, { kind: "statement", id: report.statement_id }];
			// A copy is kept from before.
			expect((await product.ask(page)).text).toContain(report.title);
			const ask = (hidden: object) =>
				product.ask("/api/admin/hidden", {
					method: "POST",
					headers: { cookie: admin.cookie(), "content-type": "application/json" },
					body: JSON.stringify({ ...subject, ...hidden }),
				});
			const sentence = "It shows where someone lives.";
			expect((await ask({ hidden: true, reason, sentence })).status).toBe(200);
			await product.set({ primary_away: true, replica_away: true });
			try {
				// Who has just written gets no copy that is younger than 5 s.
				const written = { headers: { cookie: `seen=.${Date.now()}` } };
				const answers = [await product.ask(page, written)];
				if (what === "report") answers.push(await product.ask(report.json));
				for (const answer of answers) {
					expect(answer.status).toBe(status);
					expect(answer.text).toContain(sentence);
					expect(answer.text).not.toContain(report.title);
				}
				if (what === "statement")
					expect((await product.ask(report.page, written)).status).toBe(503);
			} finally {
				await product.set({ primary_away: false, replica_away: false });
			}
			expect((await ask({ hidden: false })).status).toBe(200);
			await product.set({ primary_away: true, replica_away: true });
			try {
				expect((await product.ask(report.json)).status).toBe(503);
			} finally {
				await product.set({ primary_away: false, replica_away: false });
			}
		},
	);
});
