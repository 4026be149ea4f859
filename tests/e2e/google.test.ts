import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OidcIssuer, startOidcIssuer } from "#tests/support/fakes/google.ts";
import { PHONE, unfoldHeader } from "#tests/support/world/browser.ts";
import { journeys } from "#tests/support/world/journey.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";

const product = opened(() => startProduct(DEMO_ENV));
const { visit } = journeys(product);
let issuer: OidcIssuer;
let page: Page;

beforeAll(async () => {
	issuer = await startOidcIssuer(`${product.url}/api/auth/google/callback`);
	issuer.add({ sub: "ada", name: "Ada Lovelace", email: "ada@example.test", email_verified: true });
	issuer.add({ sub: "eve", email: "eve@example.test", email_verified: false });
	await product.restart({
		...DEMO_ENV,
		GOOGLE_CLIENT_ID: issuer.client_id,
		GOOGLE_CLIENT_SECRET: issuer.client_secret,
		GOOGLE_ISSUER: issuer.issuer,
	});
});
afterAll(() => issuer?.close());

/** The identity that the provider assigns to the browser, or null to cancel the sign-in. */
function beAtProvider(sub: string | null): Promise<void> {
	return page.context().setExtraHTTPHeaders(sub === null ? {} : { "x-sign-in-as": sub });
}

async function continueWithGoogle() {
	await unfoldHeader(page);
	await page.locator("header").getByRole("button", { name: "Sign In" }).click();
	await page.getByRole("dialog").getByRole("link", { name: "Continue with Google" }).click();
}

describe("Google sign-in on a phone", () => {
	beforeEach(async () => {
		page = await visit("/results", { viewport: PHONE });
	});

	it("returns the member to the page they came from", async () => {
		await beAtProvider("ada");
		await continueWithGoogle();
		await page.waitForURL(`${product.url}/results`);
		await page.locator("header").getByText("Ada Lovelace").waitFor({ state: "attached" });
	});

	it.each([
		["leaves the provider's page", null, /^Google sign-in failed$/],
		["has an address that Google has not verified", "eve", /has not verified your email address/],
	])("explains the failure to someone who %s and offers another way", async (_who, sub, words) => {
		await beAtProvider(sub);
		await continueWithGoogle();
		const dialog = page.getByRole("dialog");
		await dialog.getByText(words).waitFor();
		await dialog.getByLabel("Email").waitFor();
		expect(new URL(page.url()).search).toBe("");
	});
});
