import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type GoogleWorld, startGoogleWorld, userOf } from "#tests/support/fakes/google.ts";
import { type Browser, createBrowser } from "#tests/support/world/mail-product.ts";
import { startProduct } from "#tests/support/world/product.ts";

const DAY_S = 24 * 60 * 60;
const AGAIN = { status: 403, body: { code: "sign_in_again" } };

let world: GoogleWorld;
beforeAll(async () => {
	world = await startGoogleWorld();
});
afterAll(() => world?.stop());
afterEach(() => world.issuer.unknown.clear());

/** The full sign-in by a person who authenticated at the provider `signed_in_s` seconds ago. */
async function goToGoogle(browser: Browser, sub: string, signed_in_s?: number) {
	const url = await world.begin(browser, "/account");
	const back = await world.issuer.signIn(url.href, sub, signed_in_s);
	return (await world.comeBack(browser, back)).location;
}

function deleteAccount(browser: Browser) {
	return browser.send("DELETE", "/api/me");
}

describe("Google re-authentication for a member without a password", () => {
	it("requests max_age=0, which a visitor's sign-in does not", async () => {
		const browser = world.browser();
		const first = (await world.begin(browser)).searchParams;
		expect(first.get("max_age")).toBeNull();
		const { sub } = world.newPerson();
		await goToGoogle(browser, sub);
		const again = (await world.begin(browser)).searchParams;
		expect(again.get("max_age")).toBe("0");
		for (const query of [first, again])
			expect(JSON.parse(query.get("claims") ?? "")).toEqual({
				id_token: { auth_time: { essential: true } },
			});
	});

	it("does not accept yesterday's authentication, however new the session is", async () => {
		const browser = world.browser();
		const { sub } = world.newPerson();
		expect(await goToGoogle(browser, sub, DAY_S)).toBe("/account");
		expect(await deleteAccount(browser)).toMatchObject(AGAIN);
		expect(await goToGoogle(browser, sub, DAY_S)).toBe("/account");
		expect((await deleteAccount(browser)).status).toBe(204);
	});

	it("reports a provider that did not re-authenticate and keeps the session", async () => {
		world.issuer.unknown.add("max_age");
		const browser = world.browser();
		const { sub } = world.newPerson();
		await goToGoogle(browser, sub, DAY_S);
		const session = browser.cookies.get("session");
		const why = "/?auth_error=google_not_recent";
		expect(await goToGoogle(browser, sub, DAY_S)).toBe(why);
		expect(browser.cookies.get("session")).toBe(session);
		expect(await userOf(browser)).not.toBeNull();
		expect(await deleteAccount(browser)).toMatchObject(AGAIN);
	});

	it("asks for the second factor even if the provider did not re-authenticate", async () => {
		world.issuer.unknown.add("max_age");
		const person = world.newPerson();
		const browser = world.browser();
		await goToGoogle(browser, person.sub, DAY_S);
		await world.rows(
			"insert into second_factors select id, 'JBSWY3DPEHPK3PXP', created_at, created_at, 0 from members where email = ?",
			person.email,
		);
		expect(await goToGoogle(browser, person.sub, DAY_S)).toMatch(/^\/account#second_factor=/);
	});

	it("fails if the provider does not report auth_time", async () => {
		for (const name of ["max_age", "claims"]) world.issuer.unknown.add(name);
		const browser = world.browser();
		const { sub } = world.newPerson();
		expect(await goToGoogle(browser, sub)).toBe("/account");
		expect(await deleteAccount(browser)).toMatchObject(AGAIN);
		const why = "/?auth_error=google_not_recent";
		expect(await goToGoogle(browser, sub)).toBe(why);
	});

	it("succeeds without auth_time on a site that cannot send mail", async () => {
		for (const name of ["max_age", "claims"]) world.issuer.unknown.add(name);
		const product = await startProduct(world.settings);
		const browser = createBrowser(product.url);
		expect(await goToGoogle(browser, world.newPerson().sub)).toBe("/account");
		expect((await deleteAccount(browser)).status).toBe(204);
		await product.stop();
	});
});
