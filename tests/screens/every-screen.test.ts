import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { SCREENS } from "#tests/support/fixtures/screens.ts";
import { SPEC_WORDS } from "#tests/support/fixtures/spec-words.ts";
import { DESKTOP, startBrowser } from "#tests/support/world/browser.ts";
import { type OpenScreen, openScreen, type Screen } from "#tests/support/world/open-screen.ts";
import {
	bandFaults,
	headingFaults,
	lostSpaces,
	smallTargets,
} from "#tests/support/world/page-checks.ts";
import { type ScreenWorld, shareScreenWorld } from "#tests/support/world/screen-world.ts";
import { paths } from "#web/paths.ts";

const ROUTE_TABLE = readFileSync(new URL("../../web/routes.tsx", import.meta.url), "utf8");

let browser: Browser;
let world: ScreenWorld;
beforeAll(async () => {
	[browser, world] = await Promise.all([startBrowser(), shareScreenWorld()]);
});
afterAll(() => browser?.close());

/** Tests that run side by side wait with an `expect` of their own. */
type Own = Pick<TestContext, "expect">;

async function judgeReading(screen: Screen, { page }: OpenScreen, { expect }: Own) {
	await expect.poll(() => page.title()).toContain(`${screen.title} · BS Detector`);
	expect(await headingFaults(page), "headings").toEqual([]);
	expect(await bandFaults(page), "bands").toEqual([]);
	expect(await smallTargets(page), "small targets").toEqual([]);
	expect(await lostSpaces(page), "lost spaces").toEqual([]);
}

/** The page's text and the names of its elements. */
function wordsOn(page: Page): Promise<string> {
	return page.evaluate(() => {
		const named = [
			...document.querySelectorAll("[aria-label], [placeholder], [aria-valuetext]"),
		].flatMap((element) => [
			element.getAttribute("aria-label"),
			element.getAttribute("placeholder"),
			element.getAttribute("aria-valuetext"),
		]);
		const written = [...document.querySelectorAll("body > :not(script)")].map(
			({ textContent }) => textContent,
		);
		return [...written, ...named].join(" ").replace(/\s+/g, " ");
	});
}

function has(said: string, word: string | RegExp): boolean {
	return typeof word === "string" ? said.includes(word) : word.test(said);
}

async function judgeWords({ name }: Screen, { page }: OpenScreen, { expect }: Own) {
	const wanted = SPEC_WORDS.filter(({ on }) => on.includes(name));
	const missing = async () => {
		const said = await wordsOn(page);
		return wanted.flatMap(({ part, words }) =>
			words.filter((word) => !has(said, word)).map((word) => `${part}: ${word}`),
		);
	};
	await expect.poll(missing).toEqual([]);
}

describe("every screen", () => {
	// Several screens are open side by side, since a page mostly waits for frames.
	it.concurrent.for(SCREENS.map((screen) => [screen.name, screen] as const))(
		"is complete and contains the specification's words: %s",
		async ([_, screen], own) => {
			const opened = await openScreen(browser, world, screen, { ...DESKTOP, theme: "light" });
			try {
				await judgeReading(screen, opened, own);
				await judgeWords(screen, opened, own);
				expect(opened.faults(), "console").toEqual([]);
				expect(opened.violations, "content security policy").toEqual([]);
			} finally {
				await opened.context.close();
			}
		},
	);

	it("named in the specification's table exists", () => {
		const names = SCREENS.map(({ name }) => name);
		const wanted = SPEC_WORDS.flatMap(({ on }) => on);
		expect(wanted.length).toBeGreaterThan(30);
		for (const name of wanted) expect(names).toContain(name);
	});

	it("covers every route of the app", () => {
		const [, rest] = ROUTE_TABLE.split("<Routes>");
		const routes = [...(rest ?? "").matchAll(/path=\{paths\.(\w+)\(\)\}/g)].map(([, name]) =>
			String(Reflect.get(paths, name ?? "")()),
		);
		const seen = SCREENS.map(({ path }) => String(path).split(/[?#]/)[0]);
		expect(routes.length).toBeGreaterThan(5);
		for (const route of routes) expect(seen).toContain(route);
	});

	it("has a title that differs from other paths' titles", () => {
		const addresses = new Map<string, Set<string>>();
		for (const { title, path } of SCREENS) {
			const [address = ""] = String(path).split(/[?#]/);
			// A report is titled after its video, with a generic title until that is known.
			if (typeof path !== "string" || title === "Results") continue;
			addresses.set(title, (addresses.get(title) ?? new Set()).add(address));
		}
		for (const [title, found] of addresses) expect(found.size, title).toBe(1);
	});
});
