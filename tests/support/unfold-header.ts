import type { Page } from "playwright-core";

/** On a narrow screen the header's controls stand behind a press. */
export async function unfoldHeader(page: Page): Promise<void> {
	const header = page.getByRole("banner");
	const menu = header.getByRole("button", { name: "Open menu" });
	const dashboard = header.getByRole("link", { name: "Dashboard" });
	// The page comes with a header of its own; the app's has one of these.
	await menu.or(dashboard).filter({ visible: true }).first().waitFor();
	if (await menu.isVisible()) await menu.click();
}
