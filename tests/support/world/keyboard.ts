import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { unfoldHeader } from "./browser.ts";
import { watchUrl } from "./client.ts";
import { type ScreenWorld, SLOW_SEARCH } from "./screen-world.ts";
import { PASSWORD } from "./signed-in.ts";

type Role = Parameters<Page["getByRole"]>[0];

/** More presses than any page has stops, after which the control is unreachable. */
const MOST_PRESSES = 300;

/** Whether one of the located elements has the focus. */
export function hasFocus(found: Locator): Promise<boolean> {
	return found.evaluateAll((elements) =>
		elements.some((element) => element === document.activeElement),
	);
}

/** Whether the focus has left the page, so that the next Tab goes to the browser. */
export function hasLeft(page: Page): Promise<boolean> {
	return page.evaluate(() => document.activeElement === document.body);
}

export function isInDialog(page: Page): Promise<boolean> {
	return page.evaluate(
		() =>
			document.activeElement !== null && document.activeElement.closest("[role=dialog]") !== null,
	);
}

export async function expectFocus(found: Locator): Promise<void> {
	await expect.poll(() => hasFocus(found), { message: `Focus on ${found}` }).toBe(true);
}

/** Presses Tab or Shift+Tab until a control with this role and name has the focus. */
export async function tabTo(
	page: Page,
	role: Role,
	name: string | RegExp,
	{ back = false } = {},
): Promise<void> {
	// A modal layer hides the page behind it from role queries.
	const wanted = page.getByRole(role, { name, exact: typeof name === "string" });
	await wanted.first().waitFor();
	for (let press = 0; press < MOST_PRESSES; press++) {
		await page.keyboard.press(back ? "Shift+Tab" : "Tab");
		if (await hasFocus(wanted)) return;
	}
	throw new Error(`${role} ${name} is not reached by ${MOST_PRESSES} presses`);
}

/** Moves to a control with Tab and presses it. */
export async function pressControl(page: Page, role: Role, name: string | RegExp): Promise<void> {
	await tabTo(page, role, name);
	await page.keyboard.press("Enter");
}

/** Expects the focus on the page's heading and the new title, as after a navigation. */
export async function expectArrival(page: Page, title: string): Promise<void> {
	await expectFocus(page.getByRole("heading", { level: 1, name: title }));
	await expect.poll(() => page.title()).toContain(title);
}

type Stop = {
	/** Identifies the element while the page is loaded. */
	id: number;
	markup: string;
	/** Relative to the page, not to the window. */
	top: number;
	bottom: number;
	left: number;
	right: number;
	/** Whether a click at its centre would reach it. */
	reachable: boolean;
	/** The width of the focus outline. */
	outline: number;
	/** Whether it keeps its position in the window while the page scrolls. */
	pinned: boolean;
	in_dialog: boolean;
};

/** More stops than any page has; a longer walk is trapped. */
const MOST_STOPS = 400;

/** Moves the focus before all content. */
export async function startAtTop(page: Page): Promise<void> {
	await page.evaluate(() => {
		window.scrollTo(0, 0);
		document.body.tabIndex = -1;
		document.body.focus();
		document.body.removeAttribute("tabindex");
	});
}

/** Presses Tab until the focus has left the page or is back at the first stop. */
export async function walkByTab(page: Page): Promise<Stop[]> {
	const stops: Stop[] = [];
	for (let press = 0; press < MOST_STOPS; press++) {
		await page.keyboard.press("Tab");
		const stop = await readStop(page);
		if (stop === "guard") continue;
		if (stop === null || stop.id === stops[0]?.id) return stops;
		stops.push({ ...stop, reachable: await isFocusReachable(page) });
	}
	throw new Error(`No end after ${MOST_STOPS} presses of Tab`);
}

function readStop(page: Page): Promise<Omit<Stop, "reachable"> | "guard" | null> {
	return page.evaluate(async () => {
		// Waits until the focused element is scrolled into view and drawn.
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		// A layer's focus guard moves the focus to the layer's other end or out of it.
		const onGuard = () => document.activeElement?.matches("[data-base-ui-focus-guard]") === true;
		for (let frame = 0; onGuard() && frame < 10; frame++) await new Promise(requestAnimationFrame);
		if (onGuard()) return "guard" as const;
		const known: Element[] = Reflect.get(window, "walked") ?? [];
		Reflect.set(window, "walked", known);
		const idOf = (element: Element) =>
			known.includes(element) ? known.indexOf(element) : known.push(element) - 1;
		const element = document.activeElement;
		if (!(element instanceof HTMLElement) || element === document.body) return null;
		// The first box, for a link that spans lines.
		const [box = element.getBoundingClientRect()] = element.getClientRects();
		const { top, bottom, left, right } = box;
		let pinned = false;
		for (let up: Element | null = element; up !== null; up = up.parentElement)
			pinned ||= /fixed|sticky/.test(getComputedStyle(up).position);
		const style = getComputedStyle(element);
		return {
			id: idOf(element),
			in_dialog: element.closest("[role=dialog]") !== null,
			markup: element.outerHTML.slice(0, 140),
			top: top + window.scrollY,
			bottom: bottom + window.scrollY,
			left,
			right,
			outline: style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth),
			pinned,
		};
	});
}

/** Whether a click at the centre of the focused element would reach it. */
function isFocusReachable(page: Page): Promise<boolean> {
	return page.evaluate(async () => {
		const element = document.activeElement;
		if (element === null) return false;
		const area = element.closest("label") ?? element;
		const isHit = () => {
			// The first box, for a link that spans lines.
			const [box] = element.getClientRects();
			if (box === undefined) return false;
			const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
			return area.contains(hit) || hit?.contains(element) === true;
		};
		// Content that loads above may push the element out of the window meanwhile.
		for (let frame = 0; !isHit() && frame < 10; frame++) {
			element.scrollIntoView({ block: "nearest" });
			await new Promise(requestAnimationFrame);
		}
		return isHit();
	});
}

/** The focusable elements that the walk did not reach, as markup. */
export function neverReached(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const walked: Element[] = Reflect.get(window, "walked") ?? [];
		const wanted = document.querySelectorAll<HTMLElement>(
			"a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select, textarea, summary, [tabindex]",
		);
		return [...wanted]
			.filter((element) => element.tabIndex >= 0)
			.filter((element) => element.checkVisibility({ visibilityProperty: true }))
			.filter((element) => element.closest("[inert], [aria-hidden=true]") === null)
			.filter((element) => !walked.includes(element))
			.map((element) => element.outerHTML.slice(0, 140));
	});
}

/** Stacked timeline marks go upwards; a real backward step is longer. */
const LONG_STEP_PX = 72;

/** The stops at which the walk goes back up within a column. */
export function backwardSteps(stops: Stop[]): string[] {
	return stops.flatMap((stop, i) => {
		const before = stops[i - 1];
		if (before === undefined || before.pinned || stop.pinned) return [];
		const same_column = stop.left < before.right && stop.right > before.left;
		const higher = stop.bottom <= before.top - LONG_STEP_PX;
		return same_column && higher ? [`${before.markup} → ${stop.markup}`] : [];
	});
}

/** Presses that bring a screen into the state to check. */

export async function openSignIn(page: Page): Promise<void> {
	await unfoldHeader(page);
	await page.getByRole("banner").getByRole("button", { name: "Sign In" }).click();
	await page.getByRole("dialog").getByLabel("Email").waitFor();
}

/** A report on the home page, for which a visitor is asked to sign in. */
export async function chooseReport(page: Page): Promise<void> {
	const recent = page.getByRole("region", { name: "Recently Analyzed" });
	await recent.getByRole("article").first().getByRole("link").click();
	await page.getByRole("button", { name: "Read without signing in" }).waitFor();
}

export async function openSignUp(page: Page): Promise<void> {
	await openSignIn(page);
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Create Account" }).first().click();
	await dialog.getByLabel("Full name").waitFor();
}

/** A Google sign-in that needs a code opens the dialog by itself. */
export async function showCode(page: Page): Promise<void> {
	await page.getByRole("dialog").getByLabel("Code").waitFor();
}

const opensAnalysis =
	(shows: RegExp, said?: string) =>
	async (page: Page, world: ScreenWorld): Promise<void> => {
		const id = await world.startRun(said);
		const field = page.getByRole("textbox", { name: /YouTube link/ });
		await field.fill(watchUrl(id));
		await page.getByRole("button", { name: "Analyze Video" }).click();
		await page.getByRole("dialog").getByText(shows).first().waitFor();
	};
export const openAnalysis = opensAnalysis(/analyzing$/);
export const openSearching = opensAnalysis(/^Searching/, SLOW_SEARCH);

export async function openRejection(page: Page): Promise<void> {
	await page
		.getByRole("button", { name: /^Reject/ })
		.first()
		.click();
	await page
		.getByRole("dialog")
		.getByLabel(/^Reason/)
		.waitFor();
}

/** A decision that requires a new sign-in. */
export async function signInAgain(page: Page): Promise<void> {
	await openRejection(page);
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel(/^Reason/).fill("It is not theirs.");
	await dialog.getByRole("button", { name: /^Reject/ }).click();
	await dialog.getByLabel("Email").waitFor();
}

/** The setup key for an authenticator app. */
export async function showSetupKey(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Set Up a Second Factor" }).click();
	const form = page.getByRole("form", { name: "Set up a second factor" });
	await form.getByLabel("Your password", { exact: true }).fill(PASSWORD);
	await form.getByRole("button", { name: "Continue" }).click();
	await form.getByLabel("Setup key").waitFor();
}

export async function showRecoveryCodes(page: Page, world: ScreenWorld): Promise<void> {
	await page.getByRole("button", { name: "New Recovery Codes" }).click();
	await page.getByLabel("Code or recovery code").fill(world.recovery_code);
	await page.getByRole("button", { name: "Create New Codes" }).click();
	const codes = page.getByRole("region", { name: "Your recovery codes" });
	const shown = await codes.locator("pre").textContent();
	world.recovery_code = shown?.split("\n")[0] ?? "";
}

export async function openBell(page: Page): Promise<void> {
	await page.getByRole("button", { name: /^Notifications/ }).click();
	await page.getByText("Analysis complete").first().waitFor();
}

export const openMenu = unfoldHeader;

export async function openSearch(page: Page, query: string, shows: RegExp): Promise<void> {
	await unfoldHeader(page);
	await page.getByPlaceholder("Search analyzed videos...").fill(query);
	await page.getByText(shows).first().waitFor();
}

/** Opens the transcript and every statement's details. */
export async function unfoldReport(page: Page): Promise<void> {
	await page.locator("summary", { hasText: "Transcript" }).click();
	await page.getByRole("region", { name: "Transcript text" }).waitFor();
	const more = page.getByRole("button", { name: /^More/ });
	for (let left = await more.count(); left > 0; left--) await more.first().click();
}

/** Opens each section of quotes, and the first one's searches. */
export async function openDrawers(page: Page): Promise<void> {
	const checked = page.locator("[data-statement]", { hasText: "of 100" });
	const more = checked.locator("[data-press=more][aria-expanded=false]");
	for (let left = await more.count(); left > 0; left--) await more.first().click();
	for (const fold of await checked.last().locator("summary").all()) await fold.click();
}

/** Opens every statement's drawer. */
export async function openEveryDrawer(page: Page): Promise<void> {
	const more = page.locator("[data-press=more][aria-expanded=false]");
	for (let left = await more.count(); left > 0; left--) await more.first().click();
	await page.getByText("The second reading disagrees", { exact: true }).waitFor();
}

/** Unfolds the words around every quote. */
export async function unfoldContexts(page: Page): Promise<void> {
	const folds = page.locator("[data-press=context][aria-expanded=false]");
	for (let left = await folds.count(); left > 0; left--) await folds.first().click();
}

const opensMenu = (name: RegExp) => async (page: Page) => {
	await page.getByRole("button", { name }).first().click();
	await page.getByRole("menu").waitFor();
};
export const openShareMenu = opensMenu(/^Share/);
export const openExportMenu = opensMenu(/^Export/);
