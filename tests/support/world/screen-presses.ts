import type { Page } from "playwright-core";
import { unfoldHeader } from "../fakes/smtp.ts";
import { PASSWORD } from "../fixtures/members.ts";
import { watchUrl } from "./client.ts";
import { type ScreenWorld, SLOW_SEARCH } from "./screen-world.ts";

/** What is pressed before a screen is looked at. */

export async function openSignIn(page: Page): Promise<void> {
	await unfoldHeader(page);
	await page
		.getByRole("banner")
		.getByRole("button", { name: "Sign In" })
		.click();
	await page.getByRole("dialog").getByLabel("Email").waitFor();
}

export async function openSignUp(page: Page): Promise<void> {
	await openSignIn(page);
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "Create Account" }).first().click();
	await dialog.getByLabel("Full name").waitFor();
}

/** A sign-in with Google that waits for a code opens the dialog by itself. */
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

/** A decision after a sign-in that is too old. */
export async function signInAgain(page: Page): Promise<void> {
	await openRejection(page);
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel(/^Reason/).fill("It is not theirs.");
	await dialog.getByRole("button", { name: /^Reject/ }).click();
	await dialog.getByLabel("Email").waitFor();
}

/** The key that an authenticator app takes. */
export async function showSetupKey(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Set Up a Second Factor" }).click();
	const form = page.getByRole("form", { name: "Set up a second factor" });
	await form.getByLabel("Your password", { exact: true }).fill(PASSWORD);
	await form.getByRole("button", { name: "Continue" }).click();
	await form.getByLabel("Setup key").waitFor();
}

export async function showRecoveryCodes(
	page: Page,
	world: ScreenWorld,
): Promise<void> {
	await page.getByRole("button", { name: "New Recovery Codes" }).click();
	await page.getByLabel("Code", { exact: true }).fill(world.recovery_code);
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

export async function openSearch(
	page: Page,
	query: string,
	shows: RegExp,
): Promise<void> {
	await unfoldHeader(page);
	await page.getByPlaceholder("Search analyzed videos...").fill(query);
	await page.getByText(shows).first().waitFor();
}

/** The transcript, and every statement's details. */
export async function unfoldReport(page: Page): Promise<void> {
	await page.locator("summary", { hasText: "Transcript" }).click();
	await page.getByRole("region", { name: "Transcript text" }).waitFor();
	const more = page.getByRole("button", { name: /^More/ });
	for (let left = await more.count(); left > 0; left--)
		await more.first().click();
}

/** Each drawer with quotes, and what the first was looked up by. */
export async function openDrawers(page: Page): Promise<void> {
	const checked = page.locator("[data-statement]", { hasText: "of 100" });
	const more = checked.locator("[data-press=more][aria-expanded=false]");
	for (let left = await more.count(); left > 0; left--)
		await more.first().click();
	for (const fold of await checked.last().locator("summary").all())
		await fold.click();
}

const opensMenu = (name: RegExp) => async (page: Page) => {
	await page.getByRole("button", { name }).first().click();
	await page.getByRole("menu").waitFor();
};
export const openShareMenu = opensMenu(/^Share/);
export const openExportMenu = opensMenu(/^Export/);
