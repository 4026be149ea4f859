import { describe, expect, it } from "vitest";
import { fromNewAddress, rawRequest } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { addMember, databaseOf, PASSWORD } from "#tests/support/world/signed-in.ts";

const FAILURES = 3;
const QUARTER_HOUR_S = 15 * 60;
const SIGN_UPS = 3;

const product = opened(() =>
	startProduct({ LIMIT_SIGN_IN: String(FAILURES), LIMIT_SIGN_UP: String(SIGN_UPS) }),
);
let accounts = 0;

function post(path: string, body: unknown, headers: Record<string, string>) {
	return rawRequest(`${product.url}/api/auth/${path}`, {
		method: "POST",
		headers,
		body: JSON.stringify(body),
	});
}

function signUp(email: string, headers = fromNewAddress(), password = PASSWORD) {
	const account = { full_name: "Some One", email, password };
	return post("sign-up", account, headers);
}

/** Written directly into the database with a password hash that is cheap to verify. */
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

async function failures(
	email: string,
	count: number,
	headers: Record<string, string>,
): Promise<void> {
	for (let tried = 0; tried < count; tried++)
		expect((await signIn(email, "wrong", headers)).status).toBe(401);
}

function knownBrowser({ set_cookie }: { set_cookie: string }): string {
	return /known-browser=[^;]+/.exec(set_cookie)?.[0] ?? "";
}

function times(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index);
}

describe("LIMIT_SIGN_IN", () => {
	it("returns 429 with Retry-After after the failures of a network, even for the right password", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		await failures(email, FAILURES, headers);
		const answer = await signIn(email, PASSWORD, headers);
		expect(answer.status).toBe(429);
		expect(answer.headers.get("content-type")).toBe("application/problem+json");
		expect(answer.body).toMatchObject({ code: "too_many_requests" });
		const wait_s = Number(answer.headers.get("retry-after"));
		expect(wait_s).toBeGreaterThan(QUARTER_HOUR_S - 60);
		expect(wait_s).toBeLessThanOrEqual(QUARTER_HOUR_S);
		expect(answer.set_cookie).toBe("");
	});

	it("does not lock a member out when someone else guesses their password", async () => {
		const email = await newAccount();
		const stranger = fromNewAddress();
		await failures(email, FAILURES, stranger);
		expect((await signIn(email, "wrong", stranger)).status).toBe(429);
		expect((await signIn(email, PASSWORD)).status).toBe(200);
	});

	it("does not lock out a known browser, even on the guesser's network", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		const known = knownBrowser(await signIn(email, PASSWORD));
		await failures(email, FAILURES, headers);
		expect((await signIn(email, PASSWORD, headers)).status).toBe(429);
		const own = { ...headers, cookie: known };
		expect((await signIn(email, PASSWORD, own)).status).toBe(200);
	});

	it("counts a known browser separately, and only for its own account", async () => {
		const [email, other] = [await newAccount(), await newAccount()];
		const headers = fromNewAddress();
		const cookie = knownBrowser(await signIn(email, PASSWORD));
		await failures(email, FAILURES, { ...headers, cookie });
		const guess = { ...fromNewAddress(), cookie };
		expect((await signIn(email, PASSWORD, guess)).status).toBe(429);
		expect((await signIn(email, PASSWORD, headers)).status).toBe(200);
		await failures(other, FAILURES, { ...headers, cookie });
		const refused = await signIn(other, PASSWORD, { ...headers, cookie });
		expect(refused.status).toBe(429);
	});

	it("counts an unknown address like a known one", async () => {
		const email = newEmail();
		const headers = fromNewAddress();
		await failures(email, FAILURES, headers);
		expect((await signIn(email, "wrong", headers)).status).toBe(429);
	});

	it("does not affect other accounts", async () => {
		const [one, two] = [await newAccount(), await newAccount()];
		const headers = fromNewAddress();
		await failures(one, FAILURES, headers);
		expect((await signIn(two, PASSWORD, headers)).status).toBe(200);
	});

	it("is reset by a successful sign-in", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		for (const _ of times(2)) {
			await failures(email, FAILURES - 1, headers);
			expect((await signIn(email, PASSWORD, headers)).status).toBe(200);
		}
	});

	it("does not count successful sign-ins", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		for (const _ of times(4 * FAILURES + 1))
			expect((await signIn(email, PASSWORD, headers)).status).toBe(200);
	});

	it("applies to simultaneous guesses", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		const answers = await Promise.all(
			times(3 * FAILURES).map(() => signIn(email, "wrong", headers)),
		);
		const statuses = answers.map((it) => it.status);
		expect(statuses.filter((it) => it === 401)).toHaveLength(FAILURES);
		expect(statuses.filter((it) => it === 429)).toHaveLength(2 * FAILURES);
	});

	it("applies to every spelling of the address", async () => {
		const email = await newAccount(`jürgen${newEmail()}`);
		const headers = fromNewAddress();
		await failures(email, FAILURES, headers);
		const spellings = [
			email.toUpperCase(),
			email.normalize("NFD"),
			`  ${email} `,
			email.replace("j", "j\u0000"),
		];
		for (const same of spellings) expect((await signIn(same, PASSWORD, headers)).status).toBe(429);
	});

	it("allows a network four times as many failures across all accounts", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		const others = await newAccounts(4 * FAILURES);
		const guesses = await Promise.all(others.map((other) => signIn(other, "wrong", headers)));
		expect(new Set(guesses.map((it) => it.status))).toEqual(new Set([401]));
		const refused = await signIn(email, PASSWORD, headers);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
		expect((await signIn(email, PASSWORD)).status).toBe(200);
	});

	it("does not charge a network for a refused guess", async () => {
		const locked = await newAccount();
		const headers = fromNewAddress();
		await failures(locked, FAILURES, headers);
		for (const _ of times(4 * FAILURES))
			expect((await signIn(locked, "wrong", headers)).status).toBe(429);
		const other = await newAccount();
		expect((await signIn(other, PASSWORD, headers)).status).toBe(200);
	});

	it("does not charge an account for a guess refused to its network", async () => {
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
	it("returns 429 to an address after its sign-ups of the hour, but not to others", async () => {
		const headers = fromNewAddress();
		for (const _ of times(SIGN_UPS)) expect((await signUp(newEmail(), headers)).status).toBe(201);
		const email = newEmail();
		const refused = await signUp(email, headers);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("content-type")).toBe("application/problem+json");
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
		expect((await signIn(email, PASSWORD)).status).toBe(401);
		expect((await signUp(email)).status).toBe(201);
	});

	it("counts a taken address, so that members cannot be enumerated", async () => {
		const email = await newAccount();
		const headers = fromNewAddress();
		for (const _ of times(SIGN_UPS)) expect((await signUp(email, headers)).status).toBe(409);
		expect((await signUp(email, headers)).status).toBe(429);
	});

	it("counts a sign-up before checking for a weak password", async () => {
		const headers = fromNewAddress();
		const weak = () => signUp(newEmail(), headers, "password123").then(({ status }) => status);
		for (const _ of times(SIGN_UPS)) expect(await weak()).toBe(400);
		expect(await weak()).toBe(429);
	});

	it("does not count a malformed sign-up", async () => {
		const headers = fromNewAddress();
		for (const _ of times(SIGN_UPS + 1))
			expect((await signUp("no address", headers)).status).toBe(400);
		expect((await signUp(newEmail(), headers)).status).toBe(201);
	});
});

describe("password guesses from many networks", () => {
	it("are slowed to one a minute per network without locking the member out", async () => {
		// The ceiling is twenty times the limit, and each guess costs a hash.
		await product.restart({ LIMIT_SIGN_IN: "1", LIMIT_SIGN_UP: "0" });
		const email = await newAccount();
		for (const _ of times(20)) await failures(email, 1, fromNewAddress());
		const headers = fromNewAddress();
		await failures(email, 1, headers);
		const slowed = await signIn(email, "wrong", headers);
		expect(slowed.status).toBe(429);
		expect((await signIn(email, PASSWORD)).status).toBe(200);
	});
});

describe("limits set to 0", () => {
	it("are disabled", async () => {
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
