import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "#contract/video.ts";
import { StartError } from "#scripts/server/process.ts";
import type { Site } from "#tests/support/fakes/web-sites.ts";
import { checkedHalls, html, QUOTED } from "#tests/support/world/checked-halls.ts";
import { listOf, runToEnd } from "#tests/support/world/viewers.ts";
import { newWebhookSecret, verified } from "#tests/support/world/webhook-product.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const halls = checkedHalls();

describe("the archived copy of a cited page", () => {
	it("is linked only if it contains the quote", async () => {
		const one = await halls.aCheckedVideo();
		halls.capture(one.url, "The roof of the hall is still under construction.");
		await halls.minute();
		expect((await halls.pieceOf(one.video_id)).archived_url).toBe(null);
		const other = await halls.aCheckedVideo();
		halls.capture(other.url, QUOTED);
		await halls.minute();
		expect((await halls.pieceOf(other.video_id)).archived_url).toBe(
			`${halls.web.origin}/web/20260501000000/${other.url}`,
		);
		// Neither is asked for again before its time.
		halls.web.asked.length = 0;
		await halls.minute();
		expect(halls.web.asked).toEqual([]);
	});

	it("is asked for again if the archive fails", async () => {
		const { video_id, url } = await halls.aCheckedVideo();
		halls.sites.wayback = (_, response) => response.writeHead(500).end();
		await halls.minute();
		expect((await halls.pieceOf(video_id)).archived_url).toBe(null);
		expect(halls.world.product.lines.some((line) => line.includes("archive not asked"))).toBe(true);
		halls.capture(url, QUOTED);
		await halls.world.run(
			"UPDATE evidence_pages SET archive_due_at = '2026-01-01T00:00:00.000Z' WHERE final_url = ?",
			url,
		);
		await halls.minute();
		expect((await halls.pieceOf(video_id)).archived_url).toContain("/web/2026");
	});
});

/** Runs the command as anyone would. */
async function runCommand(from: string) {
	const command = spawn(process.execPath, ["--import", "tsx", "scripts/verify-evidence.ts", from], {
		env: { ...process.env, ...halls.standIns() },
	});
	let printed = "";
	for (const stream of [command.stdout, command.stderr])
		stream.on("data", (data) => {
			printed += String(data);
		});
	const [code] = await once(command, "close");
	return { code, printed };
}

describe("npm run verify-evidence", () => {
	it("opens a report's pages again and recomputes hashes and quotes", async () => {
		const { video_id, name, url } = await halls.aCheckedVideo();
		halls.capture(url, QUOTED);
		await halls.minute();
		const { content_hash, canonical_version } = await halls.pieceOf(video_id);
		expect(canonical_version).toBe(3);
		const site = `${halls.world.product.url}/results/${video_id}`;
		const same = await halls.verifyEvidence(site);
		expect(same.printed).toContain(`FOUND ${url}\n`);
		expect(same.printed).toContain(`: ${content_hash}\n`);
		expect(same.printed).toContain(`found: ${QUOTED}`);
		expect(same.code).toBe(0);

		const download = await halls.world.member.get(`/api/videos/${video_id}/export`);
		const folder = await mkdtemp(join(tmpdir(), "export-"));
		const file = join(folder, "report.json");
		await writeFile(file, JSON.stringify(download.body));
		halls.sites[name] = html(QUOTED.replace("1931", "1932"));
		const edited = await runCommand(file);
		expect(edited.printed).toContain(`CHANGED ${url}\n`);
		expect(edited.printed).toContain(`: ${content_hash} is now `);
		expect(edited.printed).toContain(`NOT FOUND: ${QUOTED}`);
		expect(edited.printed).toContain("The archived copy has it: ");
		expect(edited.code).toBe(1);

		halls.sites[name] = (_, response) => response.writeHead(404).end();
		const gone = await halls.verifyEvidence(file);
		expect(gone.printed).toContain(`GONE ${url}\n`);
		expect(gone.code).toBe(1);
		halls.sites[name] = (_, response) => response.writeHead(500).end();
		const failing = await halls.verifyEvidence(file);
		expect(failing.printed).toContain(`NOT OPENED ${url}\n`);
		expect(failing.code).toBe(2);

		const other = (await readFile(file, "utf8")).replaceAll(
			'"canonical_version":3',
			'"canonical_version":1',
		);
		await writeFile(file, other);
		expect(await halls.verifyEvidence(file).catch(String)).toContain("older canonical text");
		await rm(folder, { recursive: true });
	});

	it("has nothing to verify without a report", async () => {
		for (const from of [
			`${halls.world.product.url}/results/aaaaaaaaaaa`,
			`${halls.world.product.url}/api/health`,
		])
			await expect(halls.verifyEvidence(from)).rejects.toThrow(StartError);
		const { code, printed } = await runCommand("no-such-file.json");
		expect(code).toBe(3);
		expect(printed).toContain("no-such-file.json cannot be read");
		expect(printed).not.toContain("    at ");
	});
});

describe("a cited page, opened again", () => {
	it("tells with its date whether the quote is still on it", async () => {
		const { video_id, name, url } = await halls.aCheckedVideo();
		const cited = await halls.pieceOf(video_id);
		expect(cited).toMatchObject({ state: "found", reopened_at: null });
		const { content_hash } = cited;
		const reopened_at = expect.stringMatching(/^20\d\d-/);
		await halls.openAgain(url);
		expect(await halls.pieceOf(video_id)).toMatchObject({
			state: "found",
			reopened_at,
			reopened_hash: content_hash,
		});

		halls.sites[name] = html(`${QUOTED} It was cleaned in 2026.`);
		await halls.openAgain(url);
		const longer = await halls.pieceOf(video_id);
		expect(longer).toMatchObject({ state: "found", reopened_at, content_hash });
		expect(longer.reopened_hash).not.toBe(content_hash);

		halls.sites[name] = html(QUOTED.replace("1931", "1932"));
		await halls.openAgain(url);
		const changed = await halls.pieceOf(video_id);
		expect(changed).toMatchObject({ state: "changed", quote: QUOTED });
		// An answer that says nothing of the page leaves what is known, with its date.
		halls.sites[name] = (_, response) => response.writeHead(503).end();
		await halls.openAgain(url);
		expect(await halls.pieceOf(video_id)).toEqual(changed);

		halls.sites[name] = (_, response) => response.writeHead(410).end();
		await halls.openAgain(url);
		expect(await halls.pieceOf(video_id)).toMatchObject({
			state: "gone",
			reopened_at,
			reopened_hash: null,
		});
		// It is opened once in 28 days.
		halls.web.asked.length = 0;
		await halls.minute();
		expect(halls.web.asked).toEqual([]);
	});
});

describe("a page that ends the process in which it is read", () => {
	/** The times until the pages are due, in milliseconds. */
	async function untilDue(column: string, urls: string[]): Promise<number[]> {
		const db = await halls.world.product.server.database();
		const rows = await Promise.all(
			urls.map((url) =>
				db
					.prepare(`SELECT ${column} AS due FROM evidence_pages WHERE final_url = ?`)
					.bind(url)
					.first<{ due: string }>(),
			),
		);
		return rows.map((row) => Date.parse(row?.due ?? "") - Date.now());
	}

	it.each([
		{ job: "opened again", column: "reopen_due_at" },
		{ job: "looked for in the archive", column: "archive_due_at" },
	])(
		"is set aside for days when its own visit begins, the others are not: $job",
		async ({ column }) => {
			const visited = await halls.aCheckedVideo();
			const left = await halls.aCheckedVideo();
			const urls = [visited.url, left.url];
			await halls.minute();
			const due_at = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
			for (const [place, url] of urls.entries())
				await halls.world.run(
					`UPDATE evidence_pages SET ${column} = ? WHERE final_url = ?`,
					due_at[place] ?? null,
					url,
				);
			const seen: Promise<number[]>[] = [];
			const look: Site = (_, response) => {
				// What is stored now is what the next start finds if the process ends here.
				seen.push(untilDue(column, urls));
				void seen[0]?.then(() => response.writeHead(404).end());
			};
			halls.sites.wayback = look;
			halls.sites[visited.name] = look;
			await halls.minute();
			const [first, second] = (await seen[0]) ?? [];
			expect(first).toBeGreaterThan(6 * DAY_MS);
			expect(second).toBeLessThan(HOUR_MS);
		},
	);
});

describe("a result whose page was edited so that its quote is gone", () => {
	const videoOf = async (video_id: string) =>
		(await halls.world.member.get<Report>(`/api/videos/${video_id}`)).body.video;
	const notesOn = async (video_id: string) =>
		(await listOf(halls.world.member)).notifications.filter(
			({ type, data }) => type === "evidence_changed" && data.video_id === video_id,
		);

	it("is marked, keeps its verdict visibly, and is told once to who analysed it", async () => {
		const secret = await newWebhookSecret(halls.world.member);
		const { video_id, name, url } = await halls.aCheckedVideo();
		const receiver = halls.world.freshUrl();
		const analysis_id = await halls.world.ask(video_id, receiver);
		await halls.minute();
		halls.world.world.received.length = 0;
		expect((await videoOf(video_id)).evidence_changed_at).toBe(null);

		halls.sites[name] = html(QUOTED.replace("1931", "1932"));
		await halls.openAgain(url);
		const { statements, video } = (await halls.world.member.get<Report>(`/api/videos/${video_id}`))
			.body;
		expect(video.evidence_changed_at).toMatch(/^20/);
		expect(statements[0]).toMatchObject({ verdict: "supported", evidence: [{ state: "changed" }] });
		// The jobs that deliver come before the one that opens pages.
		await halls.minute();
		expect(await notesOn(video_id)).toMatchObject([
			{
				title: "Evidence changed",
				message: `Pages that 1 verdict of “${video.title}” rested on have changed, were retracted or are gone. A fresh analysis checks them again.`,
				data: { path: `/results/${video_id}` },
			},
		]);
		const [received, ...others] = halls.world.world.received;
		if (!received) throw new Error("Nothing was received.");
		expect(others).toEqual([]);
		expect(received.path).toBe(new URL(receiver).pathname);
		expect(verified(received, secret)).toEqual({
			type: "evidence.changed",
			timestamp: video.evidence_changed_at,
			data: {
				analysis_id,
				video_id,
				status: "completed",
				result: `/api/v1/analyses/${analysis_id}`,
				basis: video.basis,
				coverage: video.coverage,
				finding: video.finding,
			},
		});

		// The same change is not reported again.
		await halls.openAgain(url);
		await halls.minute();
		expect(await notesOn(video_id)).toHaveLength(1);
		expect(halls.world.world.received).toHaveLength(1);

		// The quote is back.
		halls.sites[name] = html(QUOTED);
		await halls.openAgain(url);
		expect((await videoOf(video_id)).evidence_changed_at).toBe(null);
	});

	it("has no mark after a fresh analysis", async () => {
		const { video_id, name, url } = await halls.aCheckedVideo();
		halls.sites[name] = html("There is nothing of it here any more.");
		await halls.openAgain(url);
		expect((await videoOf(video_id)).evidence_changed_at).not.toBe(null);
		const { report } = await runToEnd(halls.world.member, video_id, { force: true });
		expect(report.video.evidence_changed_at).toBe(null);
		expect(report.statements[0]?.verdict).toBe("unverified");
	});
});
