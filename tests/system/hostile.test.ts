import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HostileTexts, sampled } from "#tests/hostile/hostile-world.ts";
import { runHostile } from "#tests/hostile/run-hostile.ts";
import { CLASSES, SEEDS } from "#tests/hostile/seeds.ts";
import { startBrowser } from "#tests/support/world/browser.ts";

/** Fixed for reproducible texts; `npm run hostile` sends more and different ones. */
const SEED = 7;
const CASES = 6;
/** How many requests each field of the API gets, by class. */
const API_CASES = {
	"bad strings": 0,
	XSS: 1,
	"SSRF addresses": 0,
	"malformed JSON": 1,
	"prompt injections": 0,
};
/** Enough on a machine shared with other work. */
const TIMEOUT_MS = 300_000;

let browser: Browser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(() => browser?.close());

it("Hostile texts cause no findings in the API, the videos or the screens", {
	timeout: TIMEOUT_MS,
}, async () => {
	const texts = Object.fromEntries(
		CLASSES.map((kind) => [kind, sampled(SEEDS[kind], CASES, SEED)]),
	) as HostileTexts;
	const findings = await runHostile({
		texts,
		api_cases: API_CASES,
		browser,
		shown: { kinds: ["XSS"], of_each: 1, wanted: /^results page$/ },
		say: () => {},
	});
	expect(findings.all).toEqual([]);
	expect(findings.table()).toHaveLength(1 + CLASSES.length);
});
