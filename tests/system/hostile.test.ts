import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type HostileTexts, sampled } from "#tests/hostile/hostile-world.ts";
import { runHostile } from "#tests/hostile/run-hostile.ts";
import { CLASSES, SEEDS } from "#tests/hostile/seeds.ts";
import { startBrowser } from "#tests/support/world/browser.ts";

/** The same each time; `npm run hostile` sends more, and others. */
const SEED = 7;
const CASES = 6;
/** A request for each field of the API. */
const API_CASES = {
	"bad strings": 0,
	XSS: 1,
	"SSRF addresses": 0,
	"malformed JSON": 1,
	"prompt injections": 0,
};
/** It may share the machine with others. */
const TIMEOUT_MS = 300_000;

let browser: Browser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(() => browser?.close());

it("lets nothing come of hostile texts, wherever they are sent", {
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
