import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCREENS } from "#tests/support/fixtures/screens.ts";
import { DESKTOP, startBrowser, watchRequests } from "#tests/support/world/browser.ts";
import { startAtTop, walkByTab } from "#tests/support/world/keyboard.ts";
import { type OpenScreen, openScreen, settleStyles } from "#tests/support/world/open-screen.ts";
import { type ScreenWorld, shareScreenWorld } from "#tests/support/world/screen-world.ts";

const THEMES = ["light", "dark"] as const;
/**
 * Imperceptible; the style sheet shortens animations instead of removing them, so that their end
 * events still fire.
 */
const NO_MOTION_MS = 1;
/** WCAG 2.2, 2.2.2 requires a way to stop longer motion beside text. */
const LONGEST_MOTION_MS = 5_000;
/**
 * Screens with their minimum number of animations; content rendered with the page is not animated.
 */
const MOVING = [
	["home", 0],
	["results", 0],
	["results-running", 1],
] as const;

/** The gauge's marker and ring, a timeline mark and the filled part of a bar. */
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
	const opened = await openScreen(browser, world, screen, { ...DESKTOP, theme });
	try {
		await judge(opened);
	} finally {
		await opened.context.close();
	}
}

/** A computed style of the first match, together with the browser's system colours. */
function colourOf(page: Page, selector: string, property: string) {
	return page.evaluate(
		([wanted, name]) => {
			// Each has its own element, since a transition would blend the colours on a shared one.
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

describe.each(THEMES)("forced colours (%s)", (theme) => {
	it("show gauge, timeline and bars in the text colour", async () => {
		await see("results", theme, async ({ page }) => {
			await useOwnColours(page, theme);
			for (const [selector, property] of DRAWN) {
				const drawn = await colourOf(page, selector, property);
				expect(drawn.text).not.toBe(drawn.canvas);
				expect(drawn.value, selector).toBe(drawn.text);
			}
		});
	});

	it("distinguish a pressed vote button from an unpressed one", async () => {
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

	it("keep simulated scores hatched instead of filled", async () => {
		await see("results-simulated", theme, async ({ page }) => {
			await useOwnColours(page, theme);
			const selector = "[data-fill].hatched";
			const stripes = await colourOf(page, selector, "background-image");
			expect(stripes.value).toContain(stripes.text);
			const ground = await colourOf(page, selector, "background-color");
			expect(ground.value).toBe(ground.canvas);
		});
	});

	it("show the focus on every control", async () => {
		await see("results", theme, async ({ page }) => {
			await useOwnColours(page, theme);
			await startAtTop(page);
			const stops = await walkByTab(page);
			expect(stops.length).toBeGreaterThan(20);
			for (const { markup, outline } of stops) expect(outline, markup).toBeGreaterThanOrEqual(2);
			await page.getByRole("button", { name: "Share Results" }).focus();
			const ring = await colourOf(page, ":focus-visible", "outline-color");
			expect(ring.value).toBe(ring.highlight);
		});
	});
});

async function useOwnColours(page: Page, colorScheme: "light" | "dark") {
	await page.emulateMedia({ forcedColors: "active", colorScheme, reducedMotion: "reduce" });
	await settleStyles(page);
}

/** Records every animation of the page, frame by frame: its duration and its element. */
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

describe.each(MOVING)("motion on the screen %s", (name, least) => {
	it("is off for readers who prefer reduced motion, and short for others", async () => {
		await see(name, "light", async ({ page }) => {
			await watchMotions(page);
			await page.emulateMedia({ reducedMotion: "reduce" });
			for (const { ms, of } of await motionsFromLoadToDialog(page))
				expect(ms, of).toBeLessThanOrEqual(NO_MOTION_MS);

			await page.emulateMedia({ reducedMotion: "no-preference" });
			const moved = await motionsFromLoadToDialog(page);
			expect(moved.length).toBeGreaterThanOrEqual(least);
			for (const { ms, of } of moved) expect(ms, of).toBeLessThanOrEqual(LONGEST_MOTION_MS);
		});
	});
});

/** The animations while the page loads and a dialog opens on it. */
async function motionsFromLoadToDialog(page: Page): Promise<{ ms: number; of: string }[]> {
	const quiet = watchRequests(page);
	await page.reload();
	await page.getByRole("heading", { level: 1 }).waitFor();
	await page.getByRole("button", { name: "Keyboard shortcuts" }).first().click();
	await page.getByRole("dialog").waitFor();
	await quiet();
	await settleStyles(page);
	return page.evaluate("window.seenMotions()");
}
