import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { PHONE } from "#tests/support/world/browser.ts";
import type { Client } from "#tests/support/world/client.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { shared } from "#tests/support/world/opened.ts";
import { DEMO_ENV, shareProduct } from "#tests/support/world/product.ts";

/** The password with which `product.member()` signs up. */
const PASSWORD = "correct horse battery";

const product = shared(() => shareProduct(DEMO_ENV));
const { visit } = journeys(product);
let member: Client;
let page: Page;

const section = (name: string) => page.getByRole("region", { name });

describe("account page on a phone", () => {
	beforeEach(async () => {
		member = await product.member();
		page = await visit("/account", { as: member, viewport: PHONE });
	});

	it("changes the name on every page", async () => {
		const profile = section("Profile");
		await profile.getByLabel("Full name").fill("Grace Hopper");
		await profile.getByRole("button", { name: "Save Profile" }).click();
		await profile.getByText("Saved.").waitFor();
		await page.locator("header").getByText("Grace Hopper").waitFor({ state: "attached" });
	});

	it("changes the password", async () => {
		// Read now, because the password change ends this session.
		const me = await member.get<{ email: string }>("/api/me");
		const { email } = me.body;
		const password = section("Password");
		await password.getByLabel("Current password", { exact: true }).fill(PASSWORD);
		await password.getByLabel("New password", { exact: true }).fill("staple correct battery");
		await password.getByRole("button", { name: "Change Password" }).click();
		await password.getByText("Your new password is set.").waitFor();
		const sign_in = (word: string) =>
			product
				.visitor()
				.post("/api/auth/sign-in", { email, password: word })
				.then(({ status }) => status);
		expect(await sign_in("staple correct battery")).toBe(200);
		expect(await sign_in(PASSWORD)).toBe(401);
	});

	it("creates an API key that works and revokes it", async () => {
		const list = section("API keys");
		await list.getByLabel("Key name").fill("My script");
		await list.getByRole("button", { name: "Create Key" }).click();
		const key = await list.getByLabel("API key", { exact: true }).inputValue();
		const asks = () =>
			fetch(`${product.url}/api/me`, { headers: { authorization: `Bearer ${key}` } }).then(
				({ status }) => status,
			);
		expect(await asks()).toBe(200);
		await list.getByRole("button", { name: "Revoke My script" }).click();
		await list.getByText("Key revoked.").waitFor();
		expect(await asks()).toBe(401);
	});

	it("signs out the other sessions", async () => {
		const elsewhere = product.visitor();
		const { email } = (await member.get<{ email: string }>("/api/me")).body;
		await elsewhere.post("/api/auth/sign-in", { email, password: PASSWORD });
		await page.reload();
		const where = section("Where you are signed in");
		await where.getByRole("button", { name: "Sign Out Everywhere Else" }).click();
		await where.getByText("Device signed out.").waitFor();
		expect((await elsewhere.get("/api/me")).status).toBe(401);
		expect((await member.get("/api/me")).status).toBe(200);
	});

	it("deletes the account after asking for the password", async () => {
		const end = section("Delete my account");
		await end.getByRole("button", { name: "Delete My Account" }).click();
		await end.getByLabel("Your password", { exact: true }).fill(PASSWORD);
		await end.getByRole("button", { name: "Delete Permanently" }).click();
		await page.getByText("Your account is deleted").waitFor();
		expect((await member.get("/api/me")).status).toBe(401);
	});
});
