import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMember, PASSWORD } from "#tests/support/fixtures/members.ts";
import { fromNewAddress, rawRequest } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { databaseOf } from "#tests/support/world/signed-in.ts";

const FAILURES = 3;
const QUARTER_HOUR_S = 15 * 60;
const SIGN_UPS = 3;

let product: Product;
let accounts = 0;

beforeAll(async () => {
	product = await startProduct({
		LIMIT_SIGN_IN: String(FAILURES),
		LIMIT_SIGN_UP: String(SIGN_UPS),
	});
});
afterAll(() => product?.stop());

function post(path: string, body: unknown, headers: Record<string, string>) {
	return rawRequest(`${product.url}/api/auth/${path}`, {
		method: "POST",
		headers,
		body: JSON.stringify(body),
	});
}

function signUp(email: string, headers = fromNewAddress()) {
	const account = { full_name: "Some One", email, password: PASSWORD };
	return post("sign-up", account, headers);
}

/** Written straight into the database: its password costs next to nothing to verify. */
async function newAccount(email = newEmail()): Promise<string> {
	await addMember(await databaseOf(product), { email });
	return email;
}

function newAccounts(count: number): Promise<string[]> {
	return Promise.all(times(count).map(() => newAccount()));
}

function newEmail(): string {
	accounts++;
	return `guessed${accounts}@example.test`;
}

function signIn(email: string, password = "wrong", headers = fromNewAddress()) {
	return post("sign-in", { email, password }, headers);
}

async function failures(email: string, count: number): Promise<void> {
	for (let tried = 0; tried < count; tried++)
		expect((await signIn(email)).status).toBe(401);
}

function times(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index);
}

describe("LIMIT_SIGN_IN", () => {
	it("refuses an account after its failures, the right password too, and says when to come back", async () => {
		const email = await newAccount();
		await failures(email, FAILURES);
		const answer = await signIn(email, PASSWORD);
		expect(answer.status).toBe(429);
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
		expect(answer.body).toMatchObject({ code: "too_many_requests" });
		const wait_s = Number(answer.headers.get("retry-after"));
		expect(wait_s).toBeGreaterThan(QUARTER_HOUR_S - 60);
		expect(wait_s).toBeLessThanOrEqual(QUARTER_HOUR_S);
		expect(answer.set_cookie).toBe("");
	});

	it("counts an unknown address like a known one", async () => {
		const email = newEmail();
		await failures(email, FAILURES);
		expect((await signIn(email)).status).toBe(429);
	});

	it("leaves other accounts alone", async () => {
		const [one, two] = [await newAccount(), await newAccount()];
		await failures(one, FAILURES);
		expect((await signIn(two, PASSWORD)).status).toBe(200);
	});

	it("is cleared by a success", async () => {
		const email = await newAccount();
		for (const _ of times(2)) {
			await failures(email, FAILURES - 1);
			expect((await signIn(email, PASSWORD)).status).toBe(200);
		}
	});

	it("never counts a success", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		for (const _ of times(4 * FAILURES + 1))
			expect((await signIn(email, PASSWORD, headers)).status).toBe(200);
	});

	it("holds for guesses that come all at once", async () => {
		const email = await newAccount();
		const answers = await Promise.all(
			times(3 * FAILURES).map(() => signIn(email)),
		);
		const statuses = answers.map((it) => it.status);
		expect(statuses.filter((it) => it === 401)).toHaveLength(FAILURES);
		expect(statuses.filter((it) => it === 429)).toHaveLength(2 * FAILURES);
	});

	it("holds however the address is written", async () => {
		const email = await newAccount(`jürgen${newEmail()}`);
		await failures(email, FAILURES);
		const spellings = [
			email.toUpperCase(),
			email.normalize("NFD"),
			`  ${email} `,
			email.replace("j", "j\u0000"),
		];
		for (const same of spellings)
			expect((await signIn(same, PASSWORD)).status).toBe(429);
	});

	it("gives an address four times as many, over all accounts", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		const others = await newAccounts(4 * FAILURES);
		const guesses = await Promise.all(
			others.map((other) => signIn(other, "wrong", headers)),
		);
		expect(new Set(guesses.map((it) => it.status))).toEqual(new Set([401]));
		const refused = await signIn(email, PASSWORD, headers);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
		expect((await signIn(email, PASSWORD)).status).toBe(200);
	});

	it("does not charge an address for a refusal", async () => {
		const locked = await newAccount();
		await failures(locked, FAILURES);
		const headers = fromNewAddress();
		for (const _ of times(4 * FAILURES))
			expect((await signIn(locked, "wrong", headers)).status).toBe(429);
		const other = await newAccount();
		expect((await signIn(other, PASSWORD, headers)).status).toBe(200);
	});

	it("does not charge an account for a refusal of the address", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		const others = await newAccounts(4 * FAILURES);
		await Promise.all(others.map((other) => signIn(other, "wrong", headers)));
		for (const _ of times(FAILURES))
			expect((await signIn(email, "wrong", headers)).status).toBe(429);
		expect((await signIn(email, PASSWORD)).status).toBe(200);
	});
});

describe("LIMIT_SIGN_UP", () => {
	it("refuses an address after its accounts of the hour, and no other", async () => {
		const headers = fromNewAddress();
		for (const _ of times(SIGN_UPS))
			expect((await signUp(newEmail(), headers)).status).toBe(201);
		const email = newEmail();
		const refused = await signUp(email, headers);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("content-type")).toBe(
			"application/problem+json",
		);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
		expect((await signIn(email, PASSWORD)).status).toBe(401);
		expect((await signUp(email)).status).toBe(201);
	});

	it("counts an address that is taken: nobody lists the members that way", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		for (const _ of times(SIGN_UPS))
			expect((await signUp(email, headers)).status).toBe(409);
		expect((await signUp(email, headers)).status).toBe(429);
	});

	it("does not count what was refused for its shape", async () => {
		const headers = fromNewAddress();
		for (const _ of times(SIGN_UPS + 1))
			expect((await signUp("no address", headers)).status).toBe(400);
		expect((await signUp(newEmail(), headers)).status).toBe(201);
	});
});

describe("A limit of 0", () => {
	it("is none", async () => {
		await product.restart({ LIMIT_SIGN_IN: "0", LIMIT_SIGN_UP: "0" });
		const headers = fromNewAddress();
		for (const _ of times(SIGN_UPS + 1))
			expect((await signUp(newEmail(), headers)).status).toBe(201);
		const email = await newAccount();
		const guesses = await Promise.all(
			times(4 * FAILURES + 1).map(() => signIn(email, "wrong", headers)),
		);
		expect(new Set(guesses.map((it) => it.status))).toEqual(new Set([401]));
		expect((await signIn(email, PASSWORD, headers)).status).toBe(200);
	});
});
