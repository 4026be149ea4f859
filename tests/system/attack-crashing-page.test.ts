import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EvidenceRecord } from "#contract/evidence.ts";
import { buildIfStale } from "#scripts/build.ts";
import { fakeBrave, SEARCH_KEY } from "#tests/support/fakes/evidence-sources.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { type Client, createMember, watchUrl } from "#tests/support/world/client.ts";
import { expectWholeStory } from "#tests/support/world/crash-invariants.ts";
import {
	type CrashingProduct,
	startCrashingProduct,
} from "#tests/support/world/crashing-product.ts";
import { watch } from "#tests/support/world/viewers.ts";

const STATEMENTS = 3;
const PAGES_EACH = 3;
const WORDS = 300;
/** The statement for which the search also finds the page that ends its reader. */
const ATTACKED = 1;
/** So that every page is in progress when the process ends. */
const PAGE_MS = 300;
/** A server that still reads the page after as many deaths never stops. */
const ENDLESS = 8;
const RECONNECT_MS = 100;
const TEST_MS = 300_000;

let product: CrashingProduct;
let web: WebWorld;
let member: Client;

beforeAll(async () => {
	await buildIfStale();
	web = await startWebWorld();
	product = await startCrashingProduct({
		EVIDENCE_SOURCES: "brave",
		BRAVE_API_KEY: SEARCH_KEY,
		BRAVE_BASE_URL: `${web.origin}/brave`,
		EVIDENCE_TRUSTED_HOSTS: web.host,
		MAX_STATEMENTS: String(STATEMENTS),
	});
	member = await createMember(product.url);
}, TEST_MS);
afterAll(async () => {
	await product?.stop();
	await web?.close();
});

const FILLER =
	"The harbour office has kept the plans of the port since it was founded, and most of them can be read in the building beside the station. Visitors are told who drew them, who paid for them, and which engineer lost the second competition after winning the first.";

const metresOf = (statement: number) => String(100 + statement);

/** The page says what the talk's statement says. */
function pageAbout(statement: number): string {
	const said = `Records show that pier ${statement + 1} of harbour 1 was ${metresOf(statement)} metres long in ${1800 + statement}. The harbour master keeps them.`;
	return `<html lang="en"><head><title>The pier</title></head><body><p>${said}</p><p>${FILLER}</p><p>${FILLER}</p></body></html>`;
}

const PAGES = Array.from({ length: STATEMENTS }, (_, statement) =>
	Array.from({ length: PAGES_EACH }, (_, page) => ({
		path: `/pier-${statement}/${page}`,
		statement,
	})),
).flat();

it(
	"a page that ends its reader is left out after three deaths, and all others are read",
	async () => {
		const killer = `${web.origin}/killer`;
		const search = fakeBrave([
			{ words: [metresOf(ATTACKED)], url: killer, title: "Killer" },
			...PAGES.map(({ path, statement }) => ({
				words: [metresOf(statement)],
				url: web.origin + path,
				title: "The pier",
			})),
		]);
		let deaths = 0;
		let restarted: Promise<void> = Promise.resolve();
		const restart = async () => {
			await product.kill();
			await product.start();
		};
		web.serve((path, response) => {
			if (path.startsWith("/brave")) return search(path.slice("/brave".length), response);
			const page = PAGES.find((it) => it.path === path);
			if (page)
				return void sleep(PAGE_MS).then(() => {
					response.writeHead(200, { "content-type": "text/html" });
					response.end(pageAbout(page.statement));
				});
			if (path !== "/killer" || deaths === ENDLESS) return void response.writeHead(404).end();
			deaths++;
			// As if reading it had ended the process: nothing of the attempt is reported.
			restarted = restart();
		});
		product.ai.answer({ extract: extractFacts });
		const video_id = "crashpage01";
		product.youtube.set(video_id, longTalk({ number: 1, words: WORDS, facts: STATEMENTS }));
		expect((await member.analyze(watchUrl(video_id))).status).toBe(202);
		const viewer = watch(`${product.url}/api/videos/${video_id}/events`, RECONNECT_MS);
		await viewer.done;
		await restarted;

		expect(deaths).toBe(3);
		const report = await member.report(video_id);
		expectWholeStory(viewer.events, report);
		expect(report.video.analysis_status).toBe("completed");
		expect(report.statements.map(({ verdict }) => verdict)).toEqual(
			Array(STATEMENTS).fill("supported"),
		);
		const { body } = await member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`);
		expect(body.pages).toHaveLength(PAGES.length + 1);
		expect(body.pages.filter(({ status }) => status !== "opened")).toEqual([
			expect.objectContaining({ url: killer, reason: "interrupted" }),
		]);
	},
	TEST_MS,
);
