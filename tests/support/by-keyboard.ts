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
