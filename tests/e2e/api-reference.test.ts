import { describe, expect, it } from "vitest";
import { DEVICES, journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";

const product = opened(() => shareProduct());
const { visit } = journeys(product);

describe.each(DEVICES)("search of the API reference on a %s", (_, viewport) => {
	it("shows the entries with every word, by keyboard alone", async () => {
		const page = await visit("/api/docs", { viewport });
		const entries = page.locator("main section:visible");
		const all = await entries.count();
		expect(all).toBeGreaterThan(150);
		const field = page.getByRole("searchbox", { name: "Search the reference" });
		await field.focus();
		await page.keyboard.type("IDEMPOTENCY progress");
		await page.getByText(/^\d+ entr(?:y|ies)$/).waitFor();
		const found = await entries.evaluateAll((shown) => shown.map(({ id }) => id));
		expect(found).toContain("problem-request_in_progress");
		expect(found.length).toBeLessThan(all / 4);
		expect(await page.getByRole("heading", { name: "Schemas" }).count()).toBe(0);

		await page.keyboard.press("Enter");
		const focused = await page.evaluate(() => document.activeElement?.id);
		expect(focused).toBe(found[0]);

		await field.focus();
		await page.keyboard.press("Escape");
		expect(await entries.count()).toBe(all);
		await page.keyboard.type("unwritten");
		await page.getByText("0 entries", { exact: true }).waitFor();
		expect(await entries.count()).toBe(0);
	});

	it("shows an entry that a link leads to, whatever is searched for", async () => {
		const page = await visit("/api/docs", { viewport });
		await page.getByRole("searchbox").fill("newsletter");
		await page.evaluate(() => {
			location.hash = "#problem-captions_none";
		});
		await page.locator("#problem-captions_none").waitFor();
		expect(await page.getByRole("searchbox").inputValue()).toBe("");
	});
});

describe("API reference without scripts", () => {
	it("shows everything, and no search", async () => {
		const page = await visit("/api/docs#problem-not_found", { javaScriptEnabled: false });
		expect(await page.getByRole("searchbox").count()).toBe(0);
		expect(await page.locator("#problem-not_found").isVisible()).toBe(true);
	});
});
