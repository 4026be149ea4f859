import type { Page } from "playwright-core";
import { watchUrl } from "./client.ts";
import type { ScreenWorld } from "./screen-world.ts";
import { unfoldHeader } from "./unfold-header.ts";

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

export async function openAnalysis(
	page: Page,
	world: ScreenWorld,
): Promise<void> {
	const id = await world.startRun();
	await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl(id));
	await page.getByRole("button", { name: "Analyze Video" }).click();
	const dialog = page.getByRole("dialog");
	await dialog
		.getByText(/analyzing$/)
		.first()
		.waitFor();
}

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

const opensMenu = (name: RegExp) => async (page: Page) => {
	await page.getByRole("button", { name }).first().click();
	await page.getByRole("menu").waitFor();
};
export const openShareMenu = opensMenu(/^Share/);
export const openExportMenu = opensMenu(/^Export/);
