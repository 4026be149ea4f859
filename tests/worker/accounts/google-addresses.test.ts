import { describe, expect, it } from "vitest";
import { startGoogleWorld } from "#tests/support/fakes/google.ts";
import { PASSWORD, tokenIn } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const world = opened(() => startGoogleWorld());

describe("Google sign-in with an address that Google does not give", () => {
	/** Somebody who could read mail for the address once, perhaps at a domain that has lapsed since. */
	function aStranger(email: string) {
		const person = world.newPerson({ email });
		delete person.hd;
		return person;
	}
	const NEEDS_PASSWORD = "/?auth_error=google_needs_password";

	it("needs the password once if the provider does not know who owns the address", async () => {
		const { email, browser: owners } = await world.member();
		const person = aStranger(email);
		const { location, browser } = await world.signIn(person);
		expect(location).toBe(NEEDS_PASSWORD);
		expect(await browser.user()).toBeNull();
		const wrong = await browser.post("/api/auth/sign-in", { email, password: "another phrase" });
		expect(wrong.status).toBe(401);
		expect((await world.signIn(person)).location).toBe(NEEDS_PASSWORD);

		expect((await browser.post("/api/auth/sign-in", { email, password: PASSWORD })).status).toBe(
			200,
		);
		expect(browser.cookies.get("google-identity")).toBeFalsy();
		const later = await world.signIn(person);
		expect(later.location).toBe("/");
		expect((await later.browser.user())?.id).toBe((await owners.user())?.id);
	});

	it("needs a mailed link once if the member has no password", async () => {
		const { browser: owners } = await world.signIn(world.newPerson());
		const email = (await owners.user())?.email ?? "";
		const person = aStranger(email);
		const { location, browser } = await world.signIn(person);
		expect(location).toBe(NEEDS_PASSWORD);
		await browser.post("/api/auth/forgot-password", { email });
		const token = tokenIn(await world.sink.next(email));
		await browser.post("/api/auth/reset-password", { token, password: "a new long phrase" });
		expect((await world.signIn(person)).location).toBe("/");
	});

	it("links no identity to the account of another address", async () => {
		const { email } = await world.member();
		const { browser } = await world.signIn(aStranger(email));
		const other = await world.member();
		await browser.post("/api/auth/sign-in", { email: other.email, password: PASSWORD });
		const rows = await world.rows("select 1 from oauth_identities where email = ?", email);
		expect(rows).toEqual([]);
	});

	it("takes over no unconfirmed account for an address that is not vouched for", async () => {
		const email = world.newEmail("squatted");
		await world.signUp(email);
		const { location, browser } = await world.signIn(aStranger(email));
		expect(location).toBe(NEEDS_PASSWORD);
		expect(await browser.user()).toBeNull();
	});

	it("trusts the provider's own addresses", async () => {
		const email = `ada${Date.now()}@gmail.com`;
		const { location } = await world.signIn(aStranger(email));
		expect(location).toBe("/");
	});
});
