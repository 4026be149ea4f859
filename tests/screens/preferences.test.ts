import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCREENS } from "#tests/support/fixtures/screens.ts";
import { startBrowser, watchRequests } from "#tests/support/world/browser.ts";
import { startAtTop, walkByTab } from "#tests/support/world/keyboard.ts";
import {
	type OpenScreen,
	openScreen,
	settleStyles,
} from "#tests/support/world/open-screen.ts";
import {
	type ScreenWorld,
	shareScreenWorld,
} from "#tests/support/world/screen-world.ts";

const DESKTOP = { width: 1280, height: 900 };
const THEMES = ["light", "dark"] as const;
/** Longer than any eye sees; the style sheet shortens instead of removing, so that ends are told. */
const NO_MOTION_MS = 1;
/** What moves longer beside text must be stoppable: WCAG 2.2, 2.2.2. */
const LONGEST_MOTION_MS = 5_000;
/** Screens, with how many motions there are at least: what came drawn with the page stands still. */
const MOVING = [
	["home", 1],
	["results", 0],
	["results-running", 1],
] as const;

/** The gauge's mark and ring, a mark of the timeline, a bar's filled part. */
const DRAWN = [
	['[aria-label="BS Score"] .stroke-ink', "stroke"],
	['[aria-label="BS Score"] .stroke-moderate', "stroke"],
	["nav [data-band] .fill-high", "fill"],
	["[data-track] > [data-fill]", "background-color"],
] as const;

let browser: Browser;
let world: ScreenWorld;
beforeAll(async () => {
	[browser, world] = await Promise.all([startBrowser(), shareScreenWorld()]);
});
afterAll(() => browser?.close());

async function see(
	name: string,
	theme: "light" | "dark",
	judge: (opened: OpenScreen) => Promise<void>,
) {
	const screen = SCREENS.find((known) => known.name === name);
	if (screen === undefined) throw new Error(`No screen is named ${name}`);
	const opened = await openScreen(browser, world, screen, {
		...DESKTOP,
		theme,
	});
	try {
		await judge(opened);
	} finally {
		await opened.context.close();
	}
}

/** A property of the first match, beside what the system's colours are in this browser. */
function colourOf(page: Page, selector: string, property: string) {
	return page.evaluate(
		([wanted, name]) => {
			// Each on an element of its own: on one, the colours would pass into each other.
			const system = (colour: string) => {
				const swatch = document.createElement("i");
				swatch.style.forcedColorAdjust = "none";
				swatch.style.color = colour;
				document.body.append(swatch);
				const { color } = getComputedStyle(swatch);
				swatch.remove();
				return color;
			};
			const canvas = system("Canvas");
			const text = system("CanvasText");
			const highlight = system("Highlight");
			const found = document.querySelector(wanted);
			if (found === null) throw new Error(`Nothing is ${wanted}`);
			const value = getComputedStyle(found).getPropertyValue(name);
			return { value, canvas, text, highlight };
		},
		[selector, property] as const,
	);
}

describe.each(THEMES)("With the reader's own colours, %s,", (theme) => {
	it("gauge, timeline and bars stand out", async () => {
		await see("results", theme, async ({ page }) => {
			await useOwnColours(page, theme);
			for (const [selector, property] of DRAWN) {
				const drawn = await colourOf(page, selector, property);
				expect(drawn.text).not.toBe(drawn.canvas);
				expect(drawn.value, selector).toBe(drawn.text);
			}
		});
	});

	it("a pressed vote looks different from one that is not", async () => {
		await see("results-unfolded", theme, async ({ page }) => {
			await useOwnColours(page, theme);
			const pressed = await colourOf(
				page,
				'[data-press="agree"][aria-pressed="true"]',
				"background-color",
			);
			const other = await colourOf(
				page,
				'[data-press="disagree"][aria-pressed="false"]',
				"background-color",
			);
			expect(pressed.value).toBe(pressed.highlight);
			expect(pressed.value).not.toBe(other.value);
			expect(pressed.highlight).not.toBe(pressed.canvas);
		});
	});

	it("simulated scores stay hatched, and are never a full bar", async () => {
		await see("results-simulated", theme, async ({ page }) => {
			await useOwnColours(page, theme);
			const selector = "[data-fill].hatched";
			const stripes = await colourOf(page, selector, "background-image");
			expect(stripes.value).toContain(stripes.text);
			const ground = await colourOf(page, selector, "background-color");
			expect(ground.value).toBe(ground.canvas);
		});
	});

	it("every control shows its focus", async () => {
		await see("results", theme, async ({ page }) => {
			await useOwnColours(page, theme);
			await startAtTop(page);
			const stops = await walkByTab(page);
			expect(stops.length).toBeGreaterThan(20);
			for (const { markup, outline } of stops)
				expect(outline, markup).toBeGreaterThanOrEqual(2);
			await page.getByRole("button", { name: "Share Results" }).focus();
			const ring = await colourOf(page, ":focus-visible", "outline-color");
			expect(ring.value).toBe(ring.highlight);
		});
	});
});

async function useOwnColours(page: Page, colorScheme: "light" | "dark") {
	await page.emulateMedia({
		forcedColors: "active",
		colorScheme,
		reducedMotion: "reduce",
	});
	await settleStyles(page);
}

/** Notes all motions of the page, frame by frame: how long each takes, and its element. */
async function watchMotions(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const seen: { ms: number; of: string }[] = [];
		const known = new WeakSet<Animation>();
		Object.assign(window, { seenMotions: () => seen });
		const look = () => {
			for (const motion of document.getAnimations()) {
				if (known.has(motion)) continue;
				known.add(motion);
				const { effect } = motion;
				const target = effect instanceof KeyframeEffect ? effect.target : null;
				seen.push({
					ms: Number(effect?.getComputedTiming().activeDuration),
					of: (target?.outerHTML ?? "").slice(0, 140),
				});
			}
			requestAnimationFrame(look);
		};
		look();
	});
}

describe.each(MOVING)("On the screen %s", (name, least) => {
	it("nothing moves for a reader who asked for less motion, and nothing moves for long for others", async () => {
		await see(name, "light", async ({ page }) => {
			await watchMotions(page);
			await page.emulateMedia({ reducedMotion: "reduce" });
			for (const { ms, of } of await motionsFromLoadToDialog(page))
				expect(ms, of).toBeLessThanOrEqual(NO_MOTION_MS);

			await page.emulateMedia({ reducedMotion: "no-preference" });
			const moved = await motionsFromLoadToDialog(page);
			expect(moved.length).toBeGreaterThanOrEqual(least);
			for (const { ms, of } of moved)
				expect(ms, of).toBeLessThanOrEqual(LONGEST_MOTION_MS);
		});
	});
});

/** What moved while the page came, and while a dialog opened on it. */
async function motionsFromLoadToDialog(
	page: Page,
): Promise<{ ms: number; of: string }[]> {
	const quiet = watchRequests(page);
	await page.reload();
	await page.getByRole("heading", { level: 1 }).waitFor();
	await page
		.getByRole("button", { name: "Keyboard shortcuts" })
		.first()
		.click();
	await page.getByRole("dialog").waitFor();
	await quiet();
	await settleStyles(page);
	return page.evaluate("window.seenMotions()");
}
