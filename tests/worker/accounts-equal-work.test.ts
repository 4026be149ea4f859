import crypto from "node:crypto";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, createServer, type Server } from "node:net";
import {
	afterAll,
	afterEach,
	beforeAll,
	describe,
	expect,
	it,
	vi,
} from "vitest";
import { hashPassword } from "#features/accounts/passwords.ts";
import { signIn } from "#features/accounts/sign-in.ts";
import { signUp } from "#features/accounts/sign-up.ts";
import { addMember, PASSWORD } from "#tests/support/fixtures/members.ts";
import { startD1 } from "#tests/support/world/databases.ts";
import {
	type MailProduct,
	startMailProduct,
} from "#tests/support/world/mail-product.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createContext } from "#worker/context.ts";

/*
 * Whoever measures how long an answer takes must not learn who is a member. What takes long is a
 * hash, and a mail: so the hashes are counted, and the mail server never answers.
 */

let made = 0;
const newEmail = () => `equal${++made}@example.test`;

describe("A member and a stranger cost the same hashes", () => {
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

	/** What the work costs, as the costs of each hash that it derives. */
	async function hashes(work: () => Promise<unknown>): Promise<unknown[]> {
		const derive = vi.spyOn(crypto, "scrypt");
		syncBuiltinESMExports();
		await work().catch(() => {});
		const costs = derive.mock.calls.map(([, , key_bytes, cost]) => ({
			key_bytes,
			cost,
		}));
		derive.mockRestore();
		syncBuiltinESMExports();
		return costs;
	}

	it.each([
		[
			"sign-in",
			(email: string) =>
				signIn(context(), { ...caller, email, password: "not the password" }),
		],
		[
			"sign-up",
			(email: string) =>
				signUp(context(), {
					...caller,
					email,
					full_name: "Some One",
					password: PASSWORD,
				}),
		],
	])("at %s", async (_, ask) => {
		const email = newEmail();
		const password_hash = await hashPassword(PASSWORD);
		await addMember(database.open(), { email, password_hash });
		const known = await hashes(() => ask(email));
		expect(known).toHaveLength(1);
		expect(await hashes(() => ask(newEmail()))).toEqual(known);
	});
});

describe("An answer does not wait for the mail", () => {
	let silent: Server;
	let world: MailProduct;
	/** Connections to the mail server that were given up. */
	let ended = 0;
	beforeAll(async () => {
		silent = createServer((socket) => {
			socket.on("error", () => {});
			socket.resume();
			socket.once("close", () => {
				ended += 1;
			});
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

	it.each(["forgot-password", "resend"])("at %s", async (path) => {
		const { email } = await world.member();
		if (path === "resend")
			await world.rows(
				"update members set email_confirmed_at = null where email_key = ?",
				email,
			);
		const connected = once(silent, "connection");
		const given_up = ended;
		const { status } = await world
			.browser()
			.post(`/api/auth/${path}`, { email });
		expect(status).toBe(202);
		expect(ended).toBe(given_up);
		await connected;
	});
});
