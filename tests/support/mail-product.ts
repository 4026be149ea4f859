import type { MessageAnswer } from "#contract/account.ts";
import { type Browser, createBrowser } from "./cookie-browser.ts";
import { addMember, PASSWORD } from "./members.ts";
import { openSession } from "./open-session.ts";
import { type Product, startProduct } from "./product.ts";
import { databaseOf } from "./signed-in.ts";
import { type SmtpSink, startSmtpSink } from "./smtp-sink.ts";

export { PASSWORD };

const FULL_NAME = "Some One";

/** The product with a real mail server beside it, and no limits on accounts. */
export type MailProduct = {
	product: Product;
	sink: SmtpSink;
	browser: () => Browser;
	/** An address that nobody has used yet. */
	newEmail: (name?: string) => string;
	signUp: (
		email: string,
		given?: { full_name?: string; password?: string },
		from?: Browser,
	) => Promise<{ status: number; body: MessageAnswer }>;
	/** Somebody new whose address is confirmed, signed in. */
	member: (email?: string) => Promise<{ browser: Browser; email: string }>;
	rows: (
		query: string,
		...values: string[]
	) => Promise<Record<string, unknown>[]>;
	stop: () => Promise<void>;
};

export async function startMailProduct(
	env: Record<string, string> = {},
	options: { clock?: boolean } = {},
): Promise<MailProduct> {
	const sink = await startSmtpSink();
	const product = await startProduct(
		{ SMTP_URL: sink.url, LIMIT_SIGN_IN: "0", ...env },
		options,
	);
	let people = 0;
	const browser = () => createBrowser(product.url);
	const newEmail = (name = "someone") => {
		people++;
		return `${name}${people}@example.test`;
	};
	const signUp: MailProduct["signUp"] = (email, given = {}, from = browser()) =>
		from.post<MessageAnswer>("/api/auth/sign-up", {
			full_name: FULL_NAME,
			email,
			password: PASSWORD,
			...given,
		});
	return {
		product,
		sink,
		browser,
		newEmail,
		signUp,
		async member(email = newEmail()) {
			const own = browser();
			const now = new Date().toISOString();
			const db = await databaseOf(product);
			const id = await addMember(db, {
				email,
				full_name: FULL_NAME,
				email_confirmed_at: now,
				created_at: now,
			});
			const [name = "", token = ""] = (await openSession(db, id)).split("=");
			own.cookies.set(name, token);
			return { browser: own, email };
		},
		async rows(query, ...values) {
			const database = await product.server.database();
			const { results } = await database
				.prepare(query)
				.bind(...values)
				.all<Record<string, unknown>>();
			return results;
		},
		async stop() {
			await product.stop();
			await sink.close();
		},
	};
}
