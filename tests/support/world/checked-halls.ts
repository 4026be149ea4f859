import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Report } from "#contract/video.ts";
import { exitCode, loadReport, verifyPages } from "#scripts/verify-evidence.ts";
import { fakeBrave, fakeWayback, SEARCH_KEY } from "#tests/support/fakes/evidence-sources.ts";
import { type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { requireSettings } from "./settings.ts";
import { runToEnd } from "./viewers.ts";
import { startWebhookProduct, type WebhookProduct } from "./webhook-product.ts";

const ROOF = "The copper roof of the old market hall was finished in 1931.";
export const QUOTED =
	"The copper roof of the market hall was finished in 1931 after two years of work.";
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";
const page = (text: string, head = "<title>The hall</title>") =>
	`<html lang="en"><head>${head}</head><body><p>${text}</p><p>${FILLER}</p><p>${FILLER}</p></body></html>`;

export const html =
	(text: string, head?: string): Site =>
	(_, response) => {
		response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
		response.end(page(text, head));
	};

/** A product whose analyses rest on pages of stand-in sites, for the tests of one file. */
export function checkedHalls() {
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
				CROSSREF_BASE_URL: `${web.origin}/crossref`,
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

	/** An analysed video for whose only statement one page is found. */
	async function anAnalysedVideo(site: Site = html(QUOTED)) {
		halls += 1;
		const name = `hall-${halls}`;
		const url = `${web.origin}/${name}`;
		const search = fakeBrave([{ words: ["roof"], title: "Hall", url }]);
		sites.brave = (path, response) => search(path.slice("/brave".length), response);
		sites[name] = site;
		const { product, member } = world;
		const cues = [{ start: 0, text: ROOF }];
		const video_id = product.newVideo({ tracks: [{ language: "en", cues }] });
		const { report } = await runToEnd(member, video_id);
		return { video_id, name, url, report };
	}

	/** One whose statement rests on the page. */
	async function aCheckedVideo(site?: Site) {
		const { report, ...analysed } = await anAnalysedVideo(site);
		expect(report.statements[0]).toMatchObject({ verdict: "supported" });
		return analysed;
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
		const archive = fakeWayback(web.origin, [
			{ url, timestamp: "20260501000000", html: page(text) },
		]);
		sites.wayback = archive;
		sites.web = archive;
	};

	const standIns = () => ({ ARCHIVE_BASE_URL: web.origin, EVIDENCE_TRUSTED_HOSTS: web.host });
	/** What the command says about a report. */
	async function verifyEvidence(from: string) {
		const settings = requireSettings(standIns());
		const lines: string[] = [];
		const report = await loadReport(from);
		const verified = await verifyPages(report, settings, (it) => lines.push(it));
		return { code: exitCode(verified), printed: lines.join("\n") };
	}

	const openAgain = async (url: string) => {
		await world.run(
			"UPDATE evidence_pages SET reopen_due_at = '2026-01-01T00:00:00.000Z' WHERE final_url = ?",
			url,
		);
		await minute();
	};

	return {
		get world() {
			return world;
		},
		get web() {
			return web;
		},
		get sites() {
			return sites;
		},
		anAnalysedVideo,
		aCheckedVideo,
		pieceOf,
		minute,
		capture,
		openAgain,
		verifyEvidence,
		standIns,
	};
}
