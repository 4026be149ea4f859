import type { AddedPageAnswer } from "#contract/evidence.ts";
import type { Report } from "#contract/video.ts";
import { fakeWikipedia } from "../fakes/evidence-sources.ts";
import { smallPdf } from "../fakes/pdf-files.ts";
import {
	type FakeResolver,
	type Site,
	startFakeResolver,
	startWebWorld,
	type WebWorld,
} from "../fakes/web-sites.ts";
import { type Answer, type Client, fromNewAddress } from "./client.ts";
import { type Product, startProduct } from "./product.ts";
import { runToEnd } from "./viewers.ts";

/** Wikipedia has a page about it. */
export const ROOF = "The copper roof of the old market hall was finished in 1931.";
/** Only the open web has pages about it. */
export const BICYCLE = "Nobody in the village has ever owned a purple bicycle with wings.";
export const ON_BICYCLES =
	"Nobody in the village has ever owned a purple bicycle with wings, says the register of vehicles.";
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";
const LONG = `<p>${ON_BICYCLES} It is kept by the mayor.</p><p>${FILLER}</p><p>${FILLER}</p>`;

type WebPage = { type?: string; body?: string | Uint8Array; to?: string };

/** The open web's pages by path; other paths are missing, and /silent never answers. */
const WEB: Record<string, WebPage> = {
	"/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /private/\n" },
	"/register": {
		body: `<html lang="en"><head><title>Register of vehicles</title><meta property="article:published_time" content="2024-02-03"></head><body>${LONG}</body>`,
	},
	"/moved": { to: "/register" },
	"/roof": { body: `<title>Roof again</title><p>${ROOF}</p><p>${FILLER}</p><p>${FILLER}</p>` },
	"/document.pdf": {
		type: "application/pdf",
		body: smallPdf([`${ON_BICYCLES}\n`.repeat(6).trim()]),
	},
	"/scan.pdf": { type: "application/pdf", body: smallPdf(["."]) },
	"/broken.pdf": { type: "application/pdf", body: "%PDF-1.4 and no more" },
	"/private/diary": { body: LONG },
	"/short": { body: "<p>Hello.</p>" },
	"/picture": { type: "image/png", body: new Uint8Array(2_000) },
	"/sign-in": { body: `<p>Please enable JavaScript to go on.</p>${LONG}` },
	"/to-video": { to: "https://www.youtube.com/watch?v=xxxxxxxxxxx" },
};

export const openWeb: Site = (path, response) => {
	if (path === "/silent") return;
	const page = WEB[path];
	if (!page) return void response.writeHead(404).end();
	if (page.to !== undefined) return void response.writeHead(302, { location: page.to }).end();
	const type = page.type ?? "text/html; charset=utf-8";
	response.writeHead(200, { "content-type": type }).end(page.body);
};

/** The product with Wikipedia, an open web of one site, and a resolver. */
export type PageProduct = {
	product: Product;
	wiki: WebWorld;
	web: WebWorld;
	/** Restarts the product with these settings besides its own. */
	restart: (more?: Record<string, string>) => Promise<void>;
	resolver: FakeResolver;
	member: Client;
	/** A video with these statements, and its first report. */
	analysed: (said?: string[]) => Promise<{ video_id: string; report: Report }>;
	/** The report of another analysis. */
	again: (video_id: string) => Promise<Report>;
	/** From an address of its own, since the pages of one are limited. */
	add: (by: Client, statement_id: string, url: string) => Promise<Answer<AddedPageAnswer>>;
	stop: () => Promise<void>;
};

export async function startPageProduct(more: Record<string, string> = {}): Promise<PageProduct> {
	const [wiki, web] = await Promise.all([startWebWorld(), startWebWorld()]);
	const resolver = await startFakeResolver();
	wiki.serve(
		fakeWikipedia([
			{
				title: "Roof",
				revised: "2026-01-01T00:00:00Z",
				paragraphs: [
					"The copper roof of the market hall was finished in 1931 after two years of work.",
					FILLER,
					FILLER,
				],
			},
		]),
	);
	web.serve(openWeb);
	const settings = {
		EVIDENCE_SOURCES: "wikipedia",
		WIKIPEDIA_BASE_URL: wiki.origin,
		EVIDENCE_TRUSTED_HOSTS: web.host,
		WEBHOOK_RESOLVER_URL: resolver.url,
		CONTACT_EMAIL: "team@example.org",
		...more,
	};
	const product = await startProduct(settings);
	const member = await product.member();
	return {
		product,
		wiki,
		web,
		resolver,
		member,
		restart: (over = {}) => product.restart({ ...settings, ...over }),
		async analysed(said = [ROOF, BICYCLE]) {
			const cues = said.map((text, at) => ({ start: 5 * at, text }));
			const video_id = product.newVideo({ tracks: [{ language: "en", cues }] });
			const { report } = await runToEnd(member, video_id);
			return { video_id, report };
		},
		again: async (video_id) => (await runToEnd(member, video_id, { force: true })).report,
		add: (by, statement_id, url) =>
			by.post(`/api/statements/${statement_id}/pages`, { url }, fromNewAddress()),
		async stop() {
			await product.stop();
			await Promise.all([wiki.close(), web.close(), resolver.close()]);
		},
	};
}

export function idOf(report: Report, word: string): string {
	const found = report.statements.find((it) => it.content.includes(word));
	if (!found) throw new Error(`There is no statement on ${word}.`);
	return found.id;
}

/** All raters lack evidence and ask for no further search. */
export const NOT_ENOUGH = {
	rate_by_evidence: () => ({
		verdict: "not_enough_evidence",
		score: 50,
		confidence: 20,
		explanation: "",
		missing: "",
		citations: [],
		next_query: "",
	}),
};
