import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UNVERIFIED_REASONS, VERDICTS } from "#contract/verdicts.ts";
import { Report } from "#contract/video.ts";
import { SCREENS } from "#tests/support/fixtures/screens.ts";
import { DESKTOP, PHONE, startBrowser } from "#tests/support/world/browser.ts";
import {
	backwardSteps,
	neverReached,
	startAtTop,
	walkByTab,
} from "#tests/support/world/keyboard.ts";
import { type OpenScreen, openScreen, type Screen } from "#tests/support/world/open-screen.ts";
import {
	axeFindings,
	cutText,
	resize,
	sidewaysScroll,
	smallTargets,
	spaceText,
} from "#tests/support/world/page-checks.ts";
import { type ScreenWorld, shareScreenWorld } from "#tests/support/world/screen-world.ts";

const TABLET = { width: 768, height: 1024 };
const NARROWEST = { width: 320, height: 640 };
/** Enough for every tab stop of a long page on a busy machine. */
const SCREEN_TIMEOUT_MS = 600_000;
/** A desktop window at 200% zoom. */
const ZOOMED = { width: 640, height: 450 };

let browser: Browser;
let world: ScreenWorld;
beforeAll(async () => {
	[browser, world] = await Promise.all([startBrowser(), shareScreenWorld()]);
});
afterAll(() => browser?.close());

async function judgeLook({ layer }: Screen, { page }: OpenScreen) {
	expect(await axeFindings(page, layer), "axe, desktop, light").toEqual([]);
}

async function judgeKeyboard({ layer }: Screen, { page }: OpenScreen) {
	if (layer === undefined) await startAtTop(page);
	const stops = await walkByTab(page);
	expect(stops.length).toBeGreaterThan(0);
	for (const { markup, reachable, outline, in_dialog } of stops) {
		expect(reachable, `covered: ${markup}`).toBe(true);
		expect(outline, `no outline: ${markup}`).toBeGreaterThanOrEqual(2);
		if (layer === "modal") expect(in_dialog, markup).toBe(true);
	}
	if (layer !== undefined) return;
	expect(await neverReached(page), "never reached").toEqual([]);
	expect(backwardSteps(stops), "against the eye").toEqual([]);
}

async function judgeReflow({ layer }: Screen, { page }: OpenScreen) {
	for (const size of [TABLET, ZOOMED, NARROWEST]) {
		await resize(page, size);
		expect(await sidewaysScroll(page), `at ${size.width} px`).toBeLessThanOrEqual(0);
	}
	expect(await smallTargets(page), "small targets, phone").toEqual([]);
	expect(await cutText(page), "cut at 320 px").toEqual([]);
	await spaceText(page, true);
	expect(await sidewaysScroll(page), "with wider spacing").toBeLessThanOrEqual(0);
	expect(await cutText(page), "cut with wider spacing").toEqual([]);
	await spaceText(page, false);
	await resize(page, PHONE);
	await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
	// Scrolled elsewhere, the bottom bar could half cover a control that scrolling would uncover.
	await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
	expect(await axeFindings(page, layer), "axe, phone, dark").toEqual([]);
}

describe("every screen", () => {
	it("is sampled for each verdict, unverified reason and basis of a score", async () => {
		const { checked, little, unreached, talk } = world.videos;
		const visitor = world.products.full.visitor();
		const reports = await Promise.all(
			[checked, little, unreached, talk].map(async (id) =>
				Report.parse((await visitor.get(`/api/videos/${id}`)).body),
			),
		);
		const shown = reports.flatMap(({ statements }) => statements);
		expect(new Set(shown.map(({ verdict }) => verdict))).toEqual(new Set([...VERDICTS, null]));
		expect(new Set(shown.map((it) => it.unverified_reason))).toEqual(
			new Set([...UNVERIFIED_REASONS, null]),
		);
		expect(reports.map(({ video }) => [video.basis, video.coverage])).toEqual([
			["evidence", { checkable: 7, checked: 5 }],
			["memory", { checkable: 11, checked: 1 }],
			["memory", { checkable: 4, checked: 0 }],
			["memory", expect.anything()],
		]);
		expect(reports.map(({ video }) => video.evidence_sources.length > 0)).toEqual([
			true,
			true,
			true,
			false,
		]);
	});

	// Several screens are open side by side, since a page mostly waits for frames.
	it.concurrent.each(SCREENS.map((screen) => [screen.name, screen] as const))(
		"meets the accessibility checks in every supported mode: %s",
		async (_, screen) => {
			const opened = await openScreen(browser, world, screen, { ...DESKTOP, theme: "light" });
			try {
				await judgeLook(screen, opened);
				await judgeKeyboard(screen, opened);
				await judgeReflow(screen, opened);
				expect(opened.faults(), "console").toEqual([]);
				expect(opened.violations, "content security policy").toEqual([]);
			} finally {
				await opened.context.close();
			}
		},
		SCREEN_TIMEOUT_MS,
	);
});
