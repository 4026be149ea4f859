import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { PHONE, unfoldHeader } from "#tests/support/world/browser.ts";
import { createAccount, journeys } from "#tests/support/world/journey.ts";
import { linkIn, startSmtpSink } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { axeFindings } from "#tests/support/world/page-checks.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";

const CONFIRM_FIRST = "Please check your email to confirm your account before signing in.";
/** The browser's console message for a sign-in to an unconfirmed account. */
const NOT_CONFIRMED_YET = /status of 403/;

const sink = opened(async () => {
	const it = await startSmtpSink();
	return { ...it, stop: it.close };
});
const product = opened(() => startProduct({ ...DEMO_ENV, SMTP_URL: sink.url }));
const { visit } = journeys(product);
let page: Page;
let people = 0;

async function openSignIn() {
	await unfoldHeader(page);
	await page.locator("header").getByRole("button", { name: "Sign In" }).click();
	return page.getByRole("dialog");
}

async function signUp(email: string) {
	await openSignIn();
	await createAccount(page, email);
	await page.getByRole("dialog").getByText(CONFIRM_FIRST).waitFor();
}

async function signIn(email: string, password: string) {
	const dialog = await openSignIn();
	await dialog.getByLabel("Email").fill(email);
	await dialog.getByLabel("Password", { exact: true }).fill(password);
	await dialog.getByRole("button", { name: "Sign In" }).first().click();
	return dialog;
}

/** The member's name in the header, even in a closed menu. */
const signedIn = () =>
	page.locator("header").getByText("A Newcomer").waitFor({ state: "attached" });

describe("mailed links on a phone", () => {
	let email: string;
	beforeEach(async () => {
		people++;
		email = `newcomer${people}@example.test`;
		page = await visit("/", { viewport: PHONE });
	});

	it("confirm an account by link and button", async () => {
		await signUp(email);
		const link = linkIn(await sink.next(email));
		await page.goto(product.url + link.pathname + link.hash);
		const press = page.getByRole("button", { name: "Confirm My Account" });
		await press.waitFor();
		expect(
			await product
				.visitor()
				.post("/api/auth/sign-in", { email, password: "correct horse battery" }),
		).toMatchObject({ status: 403 });
		await press.click();
		await page.getByText(/Your account is confirmed/).waitFor();
		await signedIn();
	});

	it("opened in another browser, confirm an account with the password or a new one", async () => {
		for (const [field, button] of [
			["Your sign-up password", "Confirm My Account"],
			["New password", "Save New Password"],
		] as const) {
			const address = `${button.length}.${email}`;
			await product
				.visitor()
				.post("/api/auth/sign-up", {
					full_name: "A Newcomer",
					email: address,
					password: "correct horse battery",
				});
			const link = linkIn(await sink.next(address));
			await page.goto(product.url + link.pathname + link.hash);
			await page.getByRole("button", { name: "Confirm My Account" }).click();
			const anew = page.getByRole("button", { name: "Choose a New Password" });
			await anew.waitFor();
			if (field === "New password") {
				await anew.click();
				await page.getByLabel("Full name").fill("A Newcomer");
			}
			await page.getByLabel(field, { exact: true }).fill("correct horse battery");
			expect(await axeFindings(page)).toEqual([]);
			await page.getByRole("button", { name: button }).click();
			await page.getByText(/Your account is confirmed/).waitFor();
			await signedIn();
			await page.context().clearCookies();
		}
	});

	it("can be sent again to an unconfirmed account", async () => {
		page = await visit("/", { viewport: PHONE, allowed: NOT_CONFIRMED_YET });
		await signUp(email);
		await sink.next(email);
		await page.reload();
		const dialog = await signIn(email, "correct horse battery");
		await dialog.getByText(CONFIRM_FIRST).waitFor();
		await dialog.getByRole("button", { name: "Send Again" }).click();
		const link = linkIn(await sink.next(email));
		await page.goto(product.url + link.pathname + link.hash);
		await page.getByRole("button", { name: "Confirm My Account" }).click();
		await signedIn();
	});

	it("replace a forgotten password", async () => {
		await signUp(email);
		const confirm = linkIn(await sink.next(email));
		await product
			.visitor()
			.post("/api/auth/confirm", {
				token: new URLSearchParams(confirm.hash.slice(1)).get("token"),
				password: "correct horse battery",
			});
		await page.reload();
		const dialog = await openSignIn();
		await dialog.getByLabel("Email").fill(email);
		await dialog.getByRole("button", { name: "Forgot password?" }).click();
		await dialog.getByRole("button", { name: "Send Link" }).click();
		const link = linkIn(await sink.next(email));
		await page.goto(product.url + link.pathname + link.hash);
		await page.getByLabel("New password", { exact: true }).fill("staple correct battery");
		await page.getByRole("button", { name: "Save New Password" }).click();
		await page.getByText(/Your password is changed/).waitFor();
		await signedIn();
		expect(
			await product
				.visitor()
				.post("/api/auth/sign-in", { email, password: "staple correct battery" }),
		).toMatchObject({ status: 200 });
	});
});
