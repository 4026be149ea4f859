import { describe, expect, it } from "vitest";
import type { Report } from "#contract/video.ts";
import { checkedHalls, html, QUOTED } from "#tests/support/world/checked-halls.ts";

const halls = checkedHalls();

describe("a page that release 1.0.0 read, opened again", () => {
	/** Stores the quote as version 2 of the rules read it. */
	async function asVersion2(url: string, quote: string) {
		const page_id = "(SELECT id FROM evidence_pages WHERE final_url = ?)";
		await halls.world.run(
			`UPDATE statement_evidence SET quote = ? WHERE page_id = ${page_id}`,
			quote,
			url,
		);
		await halls.world.run(
			"UPDATE evidence_pages SET canonical_version = 2 WHERE final_url = ?",
			url,
		);
	}

	it("is compared by no hash", async () => {
		const { video_id, url } = await halls.aCheckedVideo();
		await asVersion2(url, QUOTED);
		await halls.openAgain(url);
		expect(await halls.pieceOf(video_id)).toMatchObject({
			state: "found",
			canonical_version: 2,
			reopened_hash: null,
			read_differently_at: null,
		});
	});

	it("is read differently where it still has the words, and nothing is called changed", async () => {
		const { video_id, name, url } = await halls.aCheckedVideo();
		const raised = QUOTED.replace("1931", "19<sup>31</sup>");
		halls.sites[name] = html(raised);
		await asVersion2(url, QUOTED);
		await halls.openAgain(url);
		const piece = await halls.pieceOf(video_id);
		expect(piece).toMatchObject({ state: "found", reopened_hash: null });
		expect(piece.read_differently_at).toBe(piece.reopened_at);
		const path = `/api/videos/${video_id}`;
		const { video } = (await halls.world.member.get<Report>(path)).body;
		expect(video.evidence_changed_at).toBeNull();

		const site = await halls.verifyEvidence(`${halls.world.product.url}/results/${video_id}`);
		expect(site.printed).toContain(`READ DIFFERENTLY ${url}\n`);
		expect(site.printed).toContain("the hashes are not compared");
		expect(site.printed).toContain(`READ DIFFERENTLY: ${QUOTED}`);
		expect(site.code).toBe(2);

		// The first opening sets the time since when.
		await halls.openAgain(url);
		expect((await halls.pieceOf(video_id)).read_differently_at).toBe(piece.read_differently_at);
		halls.sites[name] = html("The copper roof of the market hall was stolen in 2026.");
		await halls.openAgain(url);
		expect(await halls.pieceOf(video_id)).toMatchObject({
			state: "changed",
			read_differently_at: null,
		});
	});
});
