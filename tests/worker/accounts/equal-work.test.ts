import crypto from "node:crypto";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { signIn } from "#features/accounts/auth-routes.ts";
import { hashPassword } from "#features/accounts/passwords.ts";
import { signUp } from "#features/accounts/sign-up.ts";
import { startD1 } from "#tests/support/world/databases.ts";
import { type MailProduct, startMailProduct } from "#tests/support/world/mail-product.ts";
import { addMember, PASSWORD } from "#tests/support/world/signed-in.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createContext } from "#worker/context.ts";

/*
 * The response time must not reveal whether an address belongs to a member. Hashing and mail take
 * the longest, so these tests count the hashes and use a mail server that never answers.
 */

let made = 0;
const newEmail = () => `equal${++made}@example.test`;

describe("password hashing for known and unknown addresses", () => {
	let database: Awaited<ReturnType<typeof startD1>>;
	beforeAll(async () => {
		database = await startD1();
	});
	afterAll(() => database?.stop());
	afterEach(() => {
		vi.restoreAllMocks();
		syncBuiltinESMExports();
	});

	const context = () =>
		createContext({
			DB: database.d1,
			LIMIT_SIGN_IN: "0",
			LIMIT_SIGN_UP: "0",
			SMTP_URL: "smtp://127.0.0.1:9",
			APP_ORIGIN: "http://localhost",
		} as unknown as Bindings);
	const caller = {
		address: "192.0.2.1",
		origin: "http://localhost",
		session_hash: null,
		known_browser: null,
		user_agent: null,
		later: () => {},
	};

	/** The cost of each hash that the work derives. */
	async function hashes(work: () => Promise<unknown>): Promise<unknown[]> {
		const derive = vi.spyOn(crypto, "scrypt");
		syncBuiltinESMExports();
		await work().catch(() => {});
		const costs = derive.mock.calls.map(([, , key_bytes, cost]) => ({ key_bytes, cost }));
		derive.mockRestore();
		syncBuiltinESMExports();
		return costs;
	}

	it.each([
		[
			"sign-in",
			1,
			(email: string) => signIn(context(), { ...caller, email, password: "not the password" }),
		],
		[
			"sign-up",
			// Of the password, and of the mail's code.
			2,
			(email: string) =>
				signUp(context(), { ...caller, email, full_name: "Some One", password: PASSWORD }),
		],
	])("costs the same at %s", async (_, times, ask) => {
		const email = newEmail();
		const password_hash = await hashPassword(PASSWORD);
		await addMember(database.open(), { email, password_hash });
		const known = await hashes(() => ask(email));
		expect(known).toHaveLength(times);
		expect(await hashes(() => ask(newEmail()))).toEqual(known);
	});
});

describe("responses that trigger mail", () => {
	let silent: Server;
	let world: MailProduct;
	beforeAll(async () => {
		silent = createServer((socket) => {
			socket.on("error", () => {});
			socket.resume();
		});
		silent.listen(0, "127.0.0.1");
		await once(silent, "listening");
		const { port } = silent.address() as AddressInfo;
		world = await startMailProduct({ SMTP_URL: `smtp://127.0.0.1:${port}` });
	});
	afterAll(async () => {
		await world?.stop();
		silent?.close();
	});

	it.each(["forgot-password", "resend"])("do not wait for the mail server at %s", async (path) => {
		const { email } = await world.member();
		if (path === "resend")
			await world.rows("update members set email_confirmed_at = null where email_key = ?", email);
		const connected = once(silent, "connection");
		const { status } = await world.browser().post(`/api/auth/${path}`, { email });
		expect(status).toBe(202);
		const [socket] = (await connected) as [Socket];
		expect(socket.destroyed).toBe(false);
	});
});
