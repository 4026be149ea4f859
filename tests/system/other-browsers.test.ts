import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import {
	comes,
	OTHER_BROWSERS,
	type OtherPage,
	shows,
} from "#tests/support/world/other-browsers.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";

const product = opened(() => startProduct(DEMO_ENV));

const APP_RUNS = "document.documentElement.dataset.ready !== undefined";
const METER = "document.querySelector('main [role=meter]')";
/** What a part that failed shows in its place. */
const FAULTS = "[...document.querySelectorAll('[role=alert]')].map((it) => it.innerText)";

/** Each browser analyses its own, because an analysis that is there is not made again. */
const SAMPLES = [
	["sample-fact", "How the metre got its length"],
	["sample-half", "Animals at the kitchen table"],
	["sample-myth", "Things everybody knows about brains"],
] as const;

for (const [at, { name, missing, open }] of OTHER_BROWSERS.entries()) {
	const [video_id, title] = SAMPLES[at % SAMPLES.length] ?? SAMPLES[0];
	if (missing !== null) console.warn(`Not tested in ${name}: ${missing}.`);
	describe.skipIf(missing !== null)(`main journeys in ${name}`, () => {
		let page: OtherPage;
		beforeAll(async () => {
			page = await open();
			return () => page.close();
		});
		afterEach(async () => expect(await page.read(FAULTS)).toEqual([]));

		const visit = async (path: string) => {
			await page.open(product.url + path);
			await comes(page, APP_RUNS);
		};

		it("a newcomer signs up, follows an analysis live and opens its report", async () => {
			await visit("/");
			await page.type("input[name=url]", watchUrl(video_id));
			await page.press("button", "Analyze Video");
			await page.type("[role=dialog] input[name=full_name]", "Ada Lovelace");
			await page.type("[role=dialog] input[type=email]", `${name.replace(/\W/g, "")}@example.test`);
			await page.type("[role=dialog] input[type=password]", "correct horse battery");
			await page.press("[role=dialog] button[type=submit]", "Create Account");
			await shows(page, "Analysis Complete");
			await page.press("[role=dialog] a, [role=dialog] button", "View Detailed Results");
			await comes(page, `location.pathname === "/results/${video_id}"`);
			await comes(page, `document.querySelector("h1")?.textContent.includes("${title}")`);
			await comes(page, `${METER}?.getAttribute('aria-valuetext').includes('of 100')`);
			await comes(page, "document.querySelectorAll('[data-statement]').length > 3");
		});

		it("a shared statement is in sight and leads to its card, and a member's vote stays", async () => {
			const client = product.visitor();
			const { statements } = await client.report(video_id);
			const { id = "" } = statements.at(-1) ?? {};
			await visit(`/results/${video_id}/statements/${id}`);
			const claim = "document.querySelector('[data-claim]')";
			await comes(page, `${claim}?.getBoundingClientRect().bottom < innerHeight`);
			await page.press("a", "All that was found about it");
			const card = `document.getElementById('s-${id}')`;
			await comes(page, `${card}?.querySelector('button[aria-pressed]') !== null`);
			await comes(page, `${card}.getBoundingClientRect().top < innerHeight`);
			await page.press(`#s-${id} button[aria-pressed]`, "Agree");
			await comes(page, `${card}.querySelector('button[aria-pressed=true]') !== null`);
			await expect
				.poll(async () => (await client.report(video_id)).statements.at(-1)?.upvotes)
				.toBe(1);
			await visit(`/results/${video_id}#s-${id}`);
			await comes(
				page,
				`${card}?.querySelector('button[aria-pressed=true]')?.textContent.includes('Agree')`,
			);
		});

		it("archive, versions and the pages of words have no fault", async () => {
			for (const path of [
				"/results",
				`/results/${video_id}/versions`,
				"/about",
				"/account",
				"/api/docs",
			]) {
				await page.open(product.url + path);
				await comes(page, "document.querySelector('h1')?.textContent.trim().length > 3");
				if (path !== "/api/docs") await comes(page, APP_RUNS);
				expect(await page.read("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
			}
		});
	});
}
