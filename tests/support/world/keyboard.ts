import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

type Role = Parameters<Page["getByRole"]>[0];

/** More presses than any page has stops: who gets that far will not get there. */
const MOST_PRESSES = 300;

/** Whether the focus is on one of those that the locator finds. */
export function hasFocus(found: Locator): Promise<boolean> {
	return found.evaluateAll((elements) =>
		elements.some((element) => element === document.activeElement),
	);
}

/** Nothing of the page has the focus: the next Tab is the browser's. */
export function hasLeft(page: Page): Promise<boolean> {
	return page.evaluate(() => document.activeElement === document.body);
}

export function isInDialog(page: Page): Promise<boolean> {
	return page.evaluate(
		() =>
			document.activeElement !== null &&
			document.activeElement.closest("[role=dialog]") !== null,
	);
}

export async function expectFocus(found: Locator): Promise<void> {
	await expect
		.poll(() => hasFocus(found), { message: `Focus on ${found}` })
		.toBe(true);
}

/** Presses Tab, or Shift+Tab, until a control of this role and name has the focus. */
export async function tabTo(
	page: Page,
	role: Role,
	name: string | RegExp,
	{ back = false } = {},
): Promise<void> {
	// A modal layer hides what is behind it from roles.
	const wanted = page.getByRole(role, {
		name,
		exact: typeof name === "string",
	});
	await wanted.first().waitFor();
	for (let press = 0; press < MOST_PRESSES; press++) {
		await page.keyboard.press(back ? "Shift+Tab" : "Tab");
		if (await hasFocus(wanted)) return;
	}
	throw new Error(`${role} ${name} is not reached by ${MOST_PRESSES} presses`);
}

/** Goes to a control by Tab and presses it. */
export async function pressControl(
	page: Page,
	role: Role,
	name: string | RegExp,
): Promise<void> {
	await tabTo(page, role, name);
	await page.keyboard.press("Enter");
}

/** The page's heading has the focus, so that it is read out, and the tab is named anew. */
export async function expectArrival(page: Page, title: string): Promise<void> {
	await expectFocus(page.getByRole("heading", { level: 1, name: title }));
	await expect.poll(() => page.title()).toContain(title);
}

type Stop = {
	/** The element's own, as long as the page stands. */
	id: number;
	markup: string;
	/** On the page, not in the window. */
	top: number;
	bottom: number;
	left: number;
	right: number;
	/** Whether a press in its middle would reach it. */
	reachable: boolean;
	/** Width of the outline that shows the focus. */
	outline: number;
	/** Stays in the window while the page scrolls. */
	pinned: boolean;
	in_dialog: boolean;
};

/** More presses than any page has stops: a walk that long is caught somewhere. */
const MOST_STOPS = 400;

/** Puts the focus before everything on the page. */
export async function startAtTop(page: Page): Promise<void> {
	await page.evaluate(() => {
		window.scrollTo(0, 0);
		document.body.tabIndex = -1;
		document.body.focus();
		document.body.removeAttribute("tabindex");
	});
}

/** Presses Tab until the focus has left the page or is back where it began. */
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

function readStop(
	page: Page,
): Promise<Omit<Stop, "reachable"> | "guard" | null> {
	return page.evaluate(async () => {
		// Until what has the focus is scrolled into view, with what was not drawn before.
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		// A layer's guard hands the focus on, to the layer's other end or out of it.
		const onGuard = () =>
			document.activeElement?.matches("[data-base-ui-focus-guard]") === true;
		for (let frame = 0; onGuard() && frame < 10; frame++)
			await new Promise(requestAnimationFrame);
		if (onGuard()) return "guard" as const;
		const known: Element[] = Reflect.get(window, "walked") ?? [];
		Reflect.set(window, "walked", known);
		const idOf = (element: Element) =>
			known.includes(element)
				? known.indexOf(element)
				: known.push(element) - 1;
		const element = document.activeElement;
		if (!(element instanceof HTMLElement) || element === document.body)
			return null;
		// Of a link that runs over lines, the first.
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
			outline:
				style.outlineStyle === "none"
					? 0
					: Number.parseFloat(style.outlineWidth),
			pinned,
		};
	});
}

/** Whether a press in the middle of the focused element would reach it. */
function isFocusReachable(page: Page): Promise<boolean> {
	return page.evaluate(async () => {
		const element = document.activeElement;
		if (element === null) return false;
		const area = element.closest("label") ?? element;
		const isHit = () => {
			// Of a link that runs over lines, the first.
			const [box] = element.getClientRects();
			if (box === undefined) return false;
			const hit = document.elementFromPoint(
				(box.left + box.right) / 2,
				(box.top + box.bottom) / 2,
			);
			return area.contains(hit) || hit?.contains(element) === true;
		};
		// Content that arrives above the element may push it out of the window meanwhile.
		for (let frame = 0; !isHit() && frame < 10; frame++) {
			element.scrollIntoView({ block: "nearest" });
			await new Promise(requestAnimationFrame);
		}
		return isHit();
	});
}

/** What could have the focus and was not among the stops, as markup. */
export function neverReached(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const walked: Element[] = Reflect.get(window, "walked") ?? [];
		const wanted = document.querySelectorAll<HTMLElement>(
			"a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select, textarea, summary, [tabindex]",
		);
		return [...wanted]
			.filter((element) => element.tabIndex >= 0)
			.filter((element) =>
				element.checkVisibility({ visibilityProperty: true }),
			)
			.filter(
				(element) => element.closest("[inert], [aria-hidden=true]") === null,
			)
			.filter((element) => !walked.includes(element))
			.map((element) => element.outerHTML.slice(0, 140));
	});
}

/** Marks that stack on a timeline go upwards; a step against the eye is longer. */
const LONG_STEP_PX = 72;

/** Where the walk goes back up in the column that it is in. */
export function backwardSteps(stops: Stop[]): string[] {
	return stops.flatMap((stop, i) => {
		const before = stops[i - 1];
		if (before === undefined || before.pinned || stop.pinned) return [];
		const same_column = stop.left < before.right && stop.right > before.left;
		const higher = stop.bottom <= before.top - LONG_STEP_PX;
		return same_column && higher ? [`${before.markup} → ${stop.markup}`] : [];
	});
}
