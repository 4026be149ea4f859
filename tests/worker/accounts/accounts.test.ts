import { describe, expect, it } from "vitest";
import type { SessionAnswer } from "#contract/account.ts";
import { hashPassword } from "#features/accounts/passwords.ts";
import { fromNewAddress, rawRequest, untilAnswered } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { addMember, databaseOf, openSession, PASSWORD } from "#tests/support/world/signed-in.ts";

/** Well-formed but unknown. */
const CHOSEN_TOKEN = "A".repeat(43);

let accounts = 0;

const product = opened(() => startProduct({ OPENAI_API_KEY: "", OPENAI_BASE_URL: "" }));

function post<T = SessionAnswer>(
	path: string,
	body: unknown,
	cookie = "",
	headers = fromNewAddress(),
) {
	return rawRequest<T>(`${product.url}/api/auth/${path}`, {
		method: "POST",
		headers: { ...headers, ...(cookie && { cookie }) },
		body: JSON.stringify(body),
	});
}

async function userOf(cookie: string) {
	const { body } = await rawRequest<SessionAnswer>(`${product.url}/api/auth/session`, {
		headers: { cookie },
	});
	return body.user;
}

function newEmail(): string {
	accounts++;
	return `someone${accounts}@example.test`;
}

async function signUp() {
	const email = newEmail();
	const answer = await post("sign-up", { full_name: "Some One", email, password: PASSWORD });
	expect(answer.status, JSON.stringify(answer.body)).toBe(201);
	return { email, cookie: cookieOf(answer.set_cookie), ...answer };
}

/** An account with a session, written directly into the database. */
async function anAccount() {
	const db = await databaseOf(product);
	const email = newEmail();
	const cookie = await openSession(db, await addMember(db, { email }));
	return { email, cookie, user: await userOf(cookie) };
}

/** The Cookie header value that a browser sends back. */
function cookieOf(set_cookie: string): string {
	return set_cookie.split(";")[0] ?? "";
}

function rows(query: string) {
	return product.server
		.database()
		.then((db) => db.prepare(query).all<Record<string, unknown>>())
		.then(({ results }) => results);
}

describe("POST /api/auth/sign-up", () => {
	it("creates a member, signs them in and returns only the given data", async () => {
		const { body, cookie, email, headers } = await signUp();
		expect(body.user).toEqual({
			id: expect.any(String),
			email,
			full_name: "Some One",
			avatar_url: null,
			created_at: expect.stringMatching(/^\d{4}-.+Z$/),
		});
		expect(headers.get("cache-control")).toBe("no-store");
		expect(await userOf(cookie)).toEqual(body.user);
	});

	it("stores neither the password nor the token in plain text", async () => {
		const { cookie } = await signUp();
		const [, token = ""] = cookie.split("=");
		const kept = JSON.stringify([
			await rows("SELECT * FROM members"),
			await rows("SELECT * FROM sessions"),
		]);
		expect(kept).not.toContain(PASSWORD);
		expect(kept).not.toContain(token);
		expect(kept).toContain("scrypt$16384$8$5$");
	});

	it.each([
		["a short password", { password: "12345" }, "/password"],
		["no password", { password: undefined }, "/password"],
		["an endless password", { password: "x".repeat(257) }, "/password"],
		["no name", { full_name: undefined }, "/full_name"],
		["a blank name", { full_name: "   " }, "/full_name"],
		["no address", { email: undefined }, "/email"],
		["half an address", { email: "someone@" }, "/email"],
		["two addresses", { email: "a@example.test,b@example.test" }, "/email"],
		["a number for a name", { full_name: 7 }, "/full_name"],
	])("rejects %s and names the invalid field", async (_, wrong, pointer) => {
		const email = newEmail();
		const { status, body, set_cookie } = await post<{ errors: unknown }>("sign-up", {
			full_name: "Some One",
			email,
			password: PASSWORD,
			...wrong,
		});
		expect(status).toBe(400);
		expect(body).toMatchObject({ code: "invalid_body", errors: [{ pointer }] });
		expect(set_cookie).toBe("");
		expect((await post("sign-in", { email, password: PASSWORD })).status).toBe(401);
	});

	it("requires eight characters, counted the same in every Unicode form", async () => {
		const password = "ä日本語!6ß日";
		const email = newEmail();
		await post("sign-up", { full_name: "Some One", email, password });
		const decomposed = password.normalize("NFD");
		const answer = await post("sign-in", { email, password: decomposed });
		expect(answer.status).toBe(200);
		const short = { full_name: "Some One", email: newEmail() };
		const refused = await post("sign-up", { ...short, password: "ä日本語!6ß" });
		expect(refused.status).toBe(400);
	});

	it("does not lock out a member with an older, shorter password", async () => {
		const { email } = await signUp();
		const hash = await hashPassword("secret");
		await product.rows("update members set password_hash = ? where email_key = ?", hash, email);
		const answer = await post("sign-in", { email, password: "secret" });
		expect(answer.status).toBe(200);
	});

	it("returns 409 for a taken address, ignoring case and surrounding space", async () => {
		const { email } = await signUp();
		for (const same of [email, email.toUpperCase(), `  ${email} `]) {
			const answer = await post("sign-up", {
				full_name: "Another",
				email: same,
				password: "another password",
			});
			expect(answer.status).toBe(409);
			expect(answer.body).toMatchObject({ code: "email_taken" });
			expect(answer.set_cookie).toBe("");
		}
		const owner = await post("sign-in", { email, password: PASSWORD });
		expect(owner.body.user?.full_name).toBe("Some One");
	});

	it("accepts exactly one of two simultaneous sign-ups with one address", async () => {
		const email = newEmail();
		const answers = await Promise.all(
			["One", "Two"].map((full_name) =>
				untilAnswered(() => post("sign-up", { full_name, email, password: PASSWORD })),
			),
		);
		expect(answers.map((it) => it.status).sort()).toEqual([201, 409]);
	});
});

describe("POST /api/auth/sign-in", () => {
	it("ignores the case of the address", async () => {
		const { email, user } = await anAccount();
		const answer = await post("sign-in", { email: email.toUpperCase(), password: PASSWORD });
		expect(answer.status).toBe(200);
		expect(answer.body.user).toEqual(user);
	});

	it("answers a wrong password and an unknown address alike", async () => {
		const { email } = await anAccount();
		const wrong = await post("sign-in", { email, password: "wrong" });
		const unknown = await post("sign-in", { email: newEmail(), password: "wrong" });
		expect(wrong.status).toBe(401);
		expect(wrong.body).toMatchObject({
			detail: "Authentication failed",
			code: "authentication_failed",
		});
		expect({ ...unknown.body, request_id: "" }).toEqual({ ...wrong.body, request_id: "" });
		expect(names(unknown.headers)).toEqual(names(wrong.headers));
		expect(wrong.set_cookie + unknown.set_cookie).toBe("");
	});

	it("sets HttpOnly, SameSite cookies", async () => {
		const { email } = await anAccount();
		const { headers } = await post("sign-in", { email, password: PASSWORD });
		const kept = [
			{ name: "session", days: 90 },
			{ name: "known-browser", days: 365 },
		];
		for (const [place, { name, days }] of kept.entries()) {
			const line = headers.getSetCookie()[place] ?? "";
			const [pair, ...attributes] = line.split("; ");
			expect(pair).toMatch(new RegExp(`^${name}=[\\w-]{43}$`));
			expect(attributes.sort()).toEqual([
				"HttpOnly",
				`Max-Age=${days * 24 * 60 * 60}`,
				"Path=/",
				"SameSite=Lax",
			]);
		}
	});

	it.each(["sign-in", "sign-up"])(
		"never adopts a token that the client already sent (%s)",
		async (path) => {
			const { email } = path === "sign-in" ? await anAccount() : { email: newEmail() };
			const chosen = `session=${CHOSEN_TOKEN}`;
			const name = path === "sign-up" && { full_name: "Some One" };
			const answer = await post(path, { ...name, email, password: PASSWORD }, chosen);
			expect(answer.status).toBeLessThan(300);
			expect(answer.set_cookie).not.toContain(CHOSEN_TOKEN);
			expect(await userOf(cookieOf(answer.set_cookie))).toMatchObject({ email });
			expect(await userOf(chosen)).toBeNull();
		},
	);

	it("returns 429 after five failures by default", async () => {
		const { email } = await anAccount();
		const headers = fromNewAddress();
		const signIn = (password: string) => post("sign-in", { email, password }, "", headers);
		for (let failures = 0; failures < 5; failures++)
			expect((await signIn("wrong")).status).toBe(401);
		expect((await signIn(PASSWORD)).status).toBe(429);
	});

	it("issues a different token for each sign-in", async () => {
		const { email } = await anAccount();
		const [one, two] = await Promise.all([
			post("sign-in", { email, password: PASSWORD }),
			post("sign-in", { email, password: PASSWORD }),
		]);
		expect(one.set_cookie).not.toBe(two.set_cookie);
	});
});

describe("session", () => {
	it.each([
		["no cookie", ""],
		["an unknown token", `session=${CHOSEN_TOKEN}`],
		["rubbish", "session=' OR 1=1 --"],
		["an empty one", "session="],
		["the secure cookie's name", `__Host-session=${CHOSEN_TOKEN}`],
	])("is anonymous with %s", async (_, cookie) => {
		expect(await userOf(cookie)).toBeNull();
	});

	it("ends on the server at sign-out, while the member's other sessions stay open", async () => {
		const { email, cookie } = await anAccount();
		const other = await post("sign-in", { email, password: PASSWORD });
		const out = await post("sign-out", {}, cookie);
		expect(out.body.user).toBeNull();
		expect(out.set_cookie).toMatch(/^session=;/);
		expect(out.set_cookie).toContain("Max-Age=0");
		expect(out.set_cookie).toContain("Path=/");
		expect(await userOf(cookie)).toBeNull();
		expect(await userOf(cookieOf(other.set_cookie))).toMatchObject({ email });
	});

	it("can be signed out repeatedly and without a cookie", async () => {
		const { cookie } = await anAccount();
		await post("sign-out", {}, cookie);
		expect((await post("sign-out", {}, cookie)).status).toBe(200);
		expect((await post("sign-out", {})).status).toBe(200);
	});

	it("ends when it expires", async () => {
		const { cookie, user } = await anAccount();
		await product.rows(
			"UPDATE sessions SET expires_at = ? WHERE member_id = ?",
			new Date(Date.now() - 1_000).toISOString(),
			user?.id ?? "",
		);
		expect(await userOf(cookie)).toBeNull();
	});

	it("cannot start an analysis after sign-out", async () => {
		const { cookie } = await anAccount();
		await post("sign-out", {}, cookie);
		const answer = await rawRequest(`${product.url}/api/analyze`, {
			method: "POST",
			headers: { ...fromNewAddress(), cookie },
			body: JSON.stringify({ url: "https://youtu.be/abcdefghijk" }),
		});
		expect(answer.status).toBe(401);
		expect(answer.body.detail).toBe("You must be logged in to analyze videos");
	});
});

function names(headers: Headers): string[] {
	return [...headers.keys()].sort();
}
