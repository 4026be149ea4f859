import { beforeAll, describe, expect, it } from "vitest";
import { briefText, PHONE } from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, signedInAdmin } from "#tests/support/world/signed-in.ts";

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const { visit } = journeys(product);
let admin: Client;
beforeAll(async () => {
	admin = await signedInAdmin(product);
});

describe("newsletter on a phone", () => {
	it("stores an address from the home page in the team's export", async () => {
		const email = "reader@example.test";
		const page = await visit("/", { viewport: PHONE });
		await page.getByRole("heading", { name: "Stay Updated" }).waitFor();
		await page.getByLabel("Email").fill(email);
		const confirmed = briefText(page, "Subscribed!");
		await page.getByRole("button", { name: "Subscribe" }).click();
		await confirmed;
		await page.getByText("Thank you for subscribing.").waitFor();

		const team = await visit("/admin", { as: admin, viewport: PHONE });
		await team.getByRole("link", { name: "Newsletter" }).click();
		const download = team.waitForEvent("download");
		await team.getByRole("button", { name: "Export Newsletter List" }).click();
		expect((await download).suggestedFilename()).toBe("newsletter.csv");
		const { body } = await admin.get<string>("/api/admin/newsletter.csv");
		expect(body).toContain(email);
	});

	it("asks for a press when an old link is opened", async () => {
		const page = await visit("/api/newsletter/unsubscribe?token=unknown", {
			viewport: PHONE,
			allowed: /status of 400/,
		});
		await page.getByRole("button", { name: "Unsubscribe" }).click();
		await page.getByText("This link is not valid").waitFor();
		expect(new URL(page.url()).pathname).toBe("/newsletter/unsubscribe");
	});
});
