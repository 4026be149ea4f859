import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Report } from "#contract/video.ts";
import { StartError } from "#scripts/server/process.ts";
import { exitCode, loadReport, verifyPages } from "#scripts/verify-evidence.ts";
import { fakeBrave, fakeWayback, SEARCH_KEY } from "#tests/support/fakes/evidence-sources.ts";
import { type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { requireSettings } from "#tests/support/world/settings.ts";
import { listOf, runToEnd } from "#tests/support/world/viewers.ts";
import {
	newWebhookSecret,
	startWebhookProduct,
	verified,
	type WebhookProduct,
} from "#tests/support/world/webhook-product.ts";

const ROOF = "The copper roof of the old market hall was finished in 1931.";
const QUOTED = "The copper roof of the market hall was finished in 1931 after two years of work.";
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";
const page = (text: string) =>
	`<html lang="en"><head><title>The hall</title></head><body><p>${text}</p><p>${FILLER}</p><p>${FILLER}</p></body></html>`;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let world: WebhookProduct;
let web: WebWorld;
let sites: Record<string, Site>;
let halls = 0;

beforeAll(async () => {
	web = await startWebWorld();
	// A job of the clock could take a page before the test says what its copy is.
	world = await startWebhookProduct(
		{
			EVIDENCE_SOURCES: "brave",
			BRAVE_API_KEY: SEARCH_KEY,
			BRAVE_BASE_URL: `${web.origin}/brave`,
			ARCHIVE_BASE_URL: web.origin,
			EVIDENCE_TRUSTED_HOSTS: web.host,
		},
		{ clock: false },
	);
});
afterAll(async () => {
	await world?.stop();
	await web?.close();
});
beforeEach(() => {
	sites = {};
	web.serve((path, response) => {
		const [, name = ""] = /^\/([\w-]+)/.exec(path) ?? [];
		const site = sites[name];
		if (!site) return void response.writeHead(404).end();
		site(path, response);
	});
});

const html =
	(text: string): Site =>
	(_, response) => {
		response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
		response.end(page(text));
	};

/** An analysed video whose only statement rests on one page. */
async function aCheckedVideo() {
	halls += 1;
	const name = `hall-${halls}`;
	const url = `${web.origin}/${name}`;
	const search = fakeBrave([{ words: ["roof"], title: "Hall", url }]);
	sites.brave = (path, response) => search(path.slice("/brave".length), response);
	sites[name] = html(QUOTED);
	const { product, member } = world;
	const cues = [{ start: 0, text: ROOF }];
	const video_id = product.newVideo({ tracks: [{ language: "en", cues }] });
	const { report } = await runToEnd(member, video_id);
	expect(report.statements[0]).toMatchObject({ verdict: "supported" });
	return { video_id, name, url };
}

async function pieceOf(video_id: string) {
	const path = `/api/videos/${video_id}`;
	const { statements } = (await world.member.get<Report>(path)).body;
	const [piece] = statements[0]?.evidence ?? [];
	if (!piece) throw new Error("The statement has no evidence.");
	return piece;
}

const minute = () => world.product.server.runScheduled();
const capture = (url: string, text: string) => {
	const archive = fakeWayback(web.origin, [{ url, timestamp: "20260501000000", html: page(text) }]);
	sites.wayback = archive;
	sites.web = archive;
};

describe("the archived copy of a cited page", () => {
	it("is linked only if it contains the quote", async () => {
		const one = await aCheckedVideo();
		capture(one.url, "The roof of the hall is still under construction.");
		await minute();
		expect((await pieceOf(one.video_id)).archived_url).toBe(null);
		const other = await aCheckedVideo();
		capture(other.url, QUOTED);
		await minute();
		expect((await pieceOf(other.video_id)).archived_url).toBe(
			`${web.origin}/web/20260501000000/${other.url}`,
		);
		// Neither is asked for again before its time.
		web.asked.length = 0;
		await minute();
		expect(web.asked).toEqual([]);
	});

	it("is asked for again if the archive fails", async () => {
		const { video_id, url } = await aCheckedVideo();
		sites.wayback = (_, response) => response.writeHead(500).end();
		await minute();
		expect((await pieceOf(video_id)).archived_url).toBe(null);
		expect(world.product.lines.some((line) => line.includes("archive not asked"))).toBe(true);
		capture(url, QUOTED);
		await world.run(
			"UPDATE evidence_pages SET archive_due_at = '2026-01-01T00:00:00.000Z' WHERE final_url = ?",
			url,
		);
		await minute();
		expect((await pieceOf(video_id)).archived_url).toContain("/web/2026");
	});
});

/** What the command says about a report. */
async function verifyEvidence(from: string) {
	const settings = requireSettings(standIns());
	const lines: string[] = [];
	const report = await loadReport(from);
	const verified = await verifyPages(report, settings, (it) => lines.push(it));
	return { code: exitCode(verified), printed: lines.join("\n") };
}

const standIns = () => ({ ARCHIVE_BASE_URL: web.origin, EVIDENCE_TRUSTED_HOSTS: web.host });

/** Runs the command as anyone would. */
async function runCommand(from: string) {
	const command = spawn(process.execPath, ["--import", "tsx", "scripts/verify-evidence.ts", from], {
		env: { ...process.env, ...standIns() },
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
		const { video_id, name, url } = await aCheckedVideo();
		capture(url, QUOTED);
		await minute();
		const { content_hash, canonical_version } = await pieceOf(video_id);
		expect(canonical_version).toBe(2);
		const site = `${world.product.url}/results/${video_id}`;
		const same = await verifyEvidence(site);
		expect(same.printed).toContain(`FOUND ${url}\n`);
		expect(same.printed).toContain(`: ${content_hash}\n`);
		expect(same.printed).toContain(`found: ${QUOTED}`);
		expect(same.code).toBe(0);

		const download = await world.member.get(`/api/videos/${video_id}/export`);
		const folder = await mkdtemp(join(tmpdir(), "export-"));
		const file = join(folder, "report.json");
		await writeFile(file, JSON.stringify(download.body));
		sites[name] = html(QUOTED.replace("1931", "1932"));
		const edited = await runCommand(file);
		expect(edited.printed).toContain(`CHANGED ${url}\n`);
		expect(edited.printed).toContain(`: ${content_hash} is now `);
		expect(edited.printed).toContain(`NOT FOUND: ${QUOTED}`);
		expect(edited.printed).toContain("The archived copy has it: ");
		expect(edited.code).toBe(1);

		sites[name] = (_, response) => response.writeHead(404).end();
		const gone = await verifyEvidence(file);
		expect(gone.printed).toContain(`GONE ${url}\n`);
		expect(gone.code).toBe(1);
		sites[name] = (_, response) => response.writeHead(500).end();
		const failing = await verifyEvidence(file);
		expect(failing.printed).toContain(`NOT OPENED ${url}\n`);
		expect(failing.code).toBe(2);

		const other = (await readFile(file, "utf8")).replaceAll(
			'"canonical_version":2',
			'"canonical_version":1',
		);
		await writeFile(file, other);
		expect(await verifyEvidence(file).catch(String)).toContain("not of canonical text 2");
		await rm(folder, { recursive: true });
	});

	it("has nothing to verify without a report", async () => {
		for (const from of [
			`${world.product.url}/results/aaaaaaaaaaa`,
			`${world.product.url}/api/health`,
		])
			await expect(verifyEvidence(from)).rejects.toThrow(StartError);
		const { code, printed } = await runCommand("no-such-file.json");
		expect(code).toBe(3);
		expect(printed).toContain("no-such-file.json cannot be read");
		expect(printed).not.toContain("    at ");
	});
});

const openAgain = async (url: string) => {
	await world.run(
		"UPDATE evidence_pages SET reopen_due_at = '2026-01-01T00:00:00.000Z' WHERE final_url = ?",
		url,
	);
	await minute();
};

describe("a cited page, opened again", () => {
	it("tells with its date whether the quote is still on it", async () => {
		const { video_id, name, url } = await aCheckedVideo();
		const cited = await pieceOf(video_id);
		expect(cited).toMatchObject({ state: "found", reopened_at: null });
		const { content_hash } = cited;
		const reopened_at = expect.stringMatching(/^20\d\d-/);
		await openAgain(url);
		expect(await pieceOf(video_id)).toMatchObject({
			state: "found",
			reopened_at,
			reopened_hash: content_hash,
		});

		sites[name] = html(`${QUOTED} It was cleaned in 2026.`);
		await openAgain(url);
		const longer = await pieceOf(video_id);
		expect(longer).toMatchObject({ state: "found", reopened_at, content_hash });
		expect(longer.reopened_hash).not.toBe(content_hash);

		sites[name] = html(QUOTED.replace("1931", "1932"));
		await openAgain(url);
		const changed = await pieceOf(video_id);
		expect(changed).toMatchObject({ state: "changed", quote: QUOTED });
		// An answer that says nothing of the page leaves what is known, with its date.
		sites[name] = (_, response) => response.writeHead(503).end();
		await openAgain(url);
		expect(await pieceOf(video_id)).toEqual(changed);

		sites[name] = (_, response) => response.writeHead(410).end();
		await openAgain(url);
		expect(await pieceOf(video_id)).toMatchObject({
			state: "gone",
			reopened_at,
			reopened_hash: null,
		});
		// It is opened once in 28 days.
		web.asked.length = 0;
		await minute();
		expect(web.asked).toEqual([]);
	});
});

describe("a page that ends the process in which it is read", () => {
	/** The times until the pages are due, in milliseconds. */
	async function untilDue(column: string, urls: string[]): Promise<number[]> {
		const db = await world.product.server.database();
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
			const visited = await aCheckedVideo();
			const left = await aCheckedVideo();
			const urls = [visited.url, left.url];
			await minute();
			const due_at = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
			for (const [place, url] of urls.entries())
				await world.run(
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
			sites.wayback = look;
			sites[visited.name] = look;
			await minute();
			const [first, second] = (await seen[0]) ?? [];
			expect(first).toBeGreaterThan(6 * DAY_MS);
			expect(second).toBeLessThan(HOUR_MS);
		},
	);
});

describe("a result whose page was edited so that its quote is gone", () => {
	const videoOf = async (video_id: string) =>
		(await world.member.get<Report>(`/api/videos/${video_id}`)).body.video;
	const notesOn = async (video_id: string) =>
		(await listOf(world.member)).notifications.filter(
			({ type, data }) => type === "evidence_changed" && data.video_id === video_id,
		);

	it("is marked, keeps its verdict visibly, and is told once to who analysed it", async () => {
		const secret = await newWebhookSecret(world.member);
		const { video_id, name, url } = await aCheckedVideo();
		const receiver = world.freshUrl();
		const analysis_id = await world.ask(video_id, receiver);
		await minute();
		world.world.received.length = 0;
		expect((await videoOf(video_id)).evidence_changed_at).toBe(null);

		sites[name] = html(QUOTED.replace("1931", "1932"));
		await openAgain(url);
		const { statements, video } = (await world.member.get<Report>(`/api/videos/${video_id}`)).body;
		expect(video.evidence_changed_at).toMatch(/^20/);
		expect(statements[0]).toMatchObject({ verdict: "supported", evidence: [{ state: "changed" }] });
		// The jobs that deliver come before the one that opens pages.
		await minute();
		expect(await notesOn(video_id)).toMatchObject([
			{
				title: "Evidence changed",
				message: `Pages that 1 verdict of “${video.title}” rested on have changed or are gone. A fresh analysis checks them again.`,
				data: { path: `/results/${video_id}` },
			},
		]);
		const [received, ...others] = world.world.received;
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
			},
		});

		// The same change is not reported again.
		await openAgain(url);
		await minute();
		expect(await notesOn(video_id)).toHaveLength(1);
		expect(world.world.received).toHaveLength(1);

		// The quote is back.
		sites[name] = html(QUOTED);
		await openAgain(url);
		expect((await videoOf(video_id)).evidence_changed_at).toBe(null);
	});

	it("has no mark after a fresh analysis", async () => {
		const { video_id, name, url } = await aCheckedVideo();
		sites[name] = html("There is nothing of it here any more.");
		await openAgain(url);
		expect((await videoOf(video_id)).evidence_changed_at).not.toBe(null);
		const { report } = await runToEnd(world.member, video_id, { force: true });
		expect(report.video.evidence_changed_at).toBe(null);
		expect(report.statements[0]?.verdict).toBe("unverified");
	});
});
