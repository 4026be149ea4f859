import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { SITE_PAGES } from "#contract/site.ts";
import { appRuns, DESKTOP, PHONE, watchFaults } from "#tests/support/world/browser.ts";
import { journeys, WITH_MOTION } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

/**
 * Every public page is opened a day after it was rendered, so that formatted dates differ between
 * server and browser. React reports hydration mismatches on the console.
 */

const DAY_MS = 86_400_000;

const product = opened(startProduct);
const { newPage } = journeys(product);
let paths: string[];

beforeAll(async () => {
	const video_id = product.newVideo({ title: "A talk of an evening" });
	const {
		report: { statements },
	} = await runToEnd(await product.member(), video_id);
	const report = `/results/${video_id}`;
	paths = [
		...Object.keys(SITE_PAGES).filter((path) => SITE_PAGES[path]?.indexable),
		"/nowhere",
		"/?url=https://youtu.be/abcdefghijk",
		"/results?q=evening",
		"/results?q=nothing+like+it",
		report,
		`${report}?t=10&sort=score`,
		`${report}#statement-${statements[0]?.id}`,
		`${report}/statements/${statements[0]?.id}`,
		`${report}/statements/none`,
		"/results/unknown0000",
	];
});
const WAIT = { timeout: 60_000 };

/** How many elements of the content the app does not know yet: it takes over some when it has time. */
function leftToTakeOver(page: Page): Promise<number> {
	return page.evaluate(
		() =>
			[...document.querySelectorAll("main *")].filter(
				(element) => !Object.keys(element).some((key) => key.startsWith("__reactFiber$")),
			).length,
	);
}

/** Enough for every page on a busy machine. */
const EVERY_PAGE_MS = 600_000;

describe.each([
	["Pacific/Kiritimati", "de-DE", PHONE],
	["America/Anchorage", "en-US", DESKTOP],
	["Asia/Kathmandu", "ar-EG", PHONE],
])("hydration in %s (%s)", (timezoneId, locale, viewport) => {
	it(
		"succeeds on every public page, a day after it was rendered",
		async () => {
			const page = await newPage({
				...WITH_MOTION,
				timezoneId,
				locale,
				viewport,
				allowed: /status of 404/,
			});
			await page.clock.install({ time: Date.now() + DAY_MS });
			for (const path of paths) {
				const faults = watchFaults(page);
				await page.goto(product.url + path);
				const served = await page.locator("h1").first().elementHandle();
				await page.clock.runFor(1_000);
				await appRuns(page);
				await expect.poll(() => leftToTakeOver(page), WAIT).toBe(0);
				await page.clock.runFor(1_000);
				const problems = faults.filter((it) => !/status of 404/.test(it));
				expect(problems, path).toEqual([]);
				expect(await served?.evaluate((h1) => h1.isConnected), path).toBe(true);
			}
		},
		EVERY_PAGE_MS,
	);
});
