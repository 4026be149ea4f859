import { describe, expect, it } from "vitest";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

// Only the test runs the jobs.
const product = opened(() => startProduct({}, { clock: false }));
const member = opened(() => product.member());

async function readMetadataAgain(id: string): Promise<void> {
	const db = await product.server.database();
	await db.prepare("UPDATE videos SET metadata_due_at = '2020' WHERE id = ?").bind(id).run();
	await product.server.runScheduled();
}

describe("a video whose length changed since it was read", () => {
	it("says so until the next analysis, and keeps its votes", async () => {
		const id = product.newVideo({ duration: 40 });
		const { report } = await runToEnd(member, id);
		const [statement] = report.statements;
		await member.put(`/api/statements/${statement?.id}/vote`, { vote_type: "upvote" });
		expect(report.video).not.toHaveProperty("length_changed");

		product.youtube.set(id, { duration: 42 });
		await readMetadataAgain(id);
		expect((await member.report(id)).video).not.toHaveProperty("length_changed");

		product.youtube.set(id, { duration: 32 });
		await readMetadataAgain(id);
		const cut = await member.report(id);
		expect(cut.video).toMatchObject({
			duration: 32,
			length_changed: { read: 40, now: 32 },
			total_votes: 1,
			community_agreement: 100,
		});
		expect(cut.video).not.toHaveProperty("votes_held");

		const again = await runToEnd(member, id, { force: true });
		expect(again.report.video).not.toHaveProperty("length_changed");
	});

	it("still has it after a run that reads no transcript", async () => {
		const id = product.newVideo({ duration: 40 });
		await runToEnd(member, id);
		product.youtube.set(id, { duration: 20 });
		await readMetadataAgain(id);
		await member.analyze(`https://youtu.be/${id}`, { at: 5 });
		expect((await member.report(id)).video).toMatchObject({ length_changed: { read: 40 } });
	});
});
