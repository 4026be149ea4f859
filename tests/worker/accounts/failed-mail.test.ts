import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Delivery, EditedMe, FailedEmails, MailedAnswer } from "#contract/deliveries.ts";
import {
	type Browser,
	type MailProduct,
	startMailProduct,
	startSmtpSink,
} from "#tests/support/world/mail-product.ts";
import { ADMIN_EMAIL, PASSWORD } from "#tests/support/world/signed-in.ts";

const REFUSED = "gmial.example";
const RECIPIENT = /could not be delivered: the mail server of the address does not take it/;
const SERVER = /could not be delivered: this site's mail server is not working/;

describe("an email that cannot be delivered", () => {
	let site: MailProduct;
	let admin: Browser;
	beforeAll(async () => {
		site = await startMailProduct(
			{ ADMIN_EMAILS: ADMIN_EMAIL },
			{
				smtp: {
					onRcptTo({ address }, _, done) {
						const error = Object.assign(new Error(`No mailbox ${address} here`), {
							responseCode: 550,
						});
						done(address.endsWith(REFUSED) ? error : undefined);
					},
				},
			},
		);
		admin = await site.withSecondFactor(ADMIN_EMAIL);
	});
	afterAll(() => site?.stop());

	const state = async (browser: Browser, { delivery_id }: { delivery_id: string | null }) =>
		(await browser.get<Delivery>(`/api/mail/deliveries/${delivery_id}`)).body;
	/** Asks as the waiting page does, until it has failed. */
	async function failureOf(browser: Browser, sent: { delivery_id: string | null }) {
		const failed = () => state(browser, sent);
		await expect.poll(async () => (await failed()).failed, { timeout: 30_000 }).toBe(true);
		return (await failed()).detail;
	}
	const post = async (browser: Browser, path: string, body: object) =>
		(await browser.post<MailedAnswer>(path, body)).body;
	const failures = async () => (await admin.get<FailedEmails>("/api/admin/mail")).body.failed;

	it("is told to who signs up, subscribes or changes an address, and listed for admins", async () => {
		const browser = site.browser();
		const sign_up = { full_name: "Ada", email: `ada@${REFUSED}`, password: PASSWORD };
		const signed_up = await post(browser, "/api/auth/sign-up", sign_up);
		expect(await failureOf(browser, signed_up)).toMatch(RECIPIENT);
		const subscribed = await post(browser, "/api/newsletter", { email: `reader@${REFUSED}` });
		expect(await failureOf(browser, subscribed)).toMatch(RECIPIENT);
		const member = (await site.member()).browser;
		const changed = await member.send<EditedMe>("PATCH", "/api/me", {
			email: `new@${REFUSED}`,
			password: PASSWORD,
		});
		expect(await failureOf(member, changed.body)).toMatch(RECIPIENT);
		const listed = await failures();
		expect(listed).toHaveLength(3);
		for (const failed of listed)
			expect(failed).toMatchObject({ domain: REFUSED, fault: "recipient" });
		expect(JSON.stringify(listed)).not.toMatch(/ada@|reader@|new@/);
	});

	it("tells strangers of no account, and its own browsers that it failed", async () => {
		const email = `grace@${REFUSED}`;
		const own = site.browser();
		const sign_up = { full_name: "Grace", email, password: PASSWORD };
		await failureOf(own, await post(own, "/api/auth/sign-up", sign_up));
		for (const path of ["/api/auth/resend", "/api/auth/forgot-password"]) {
			const before = (await failures()).length;
			const stranger = site.browser();
			const [known, unknown] = [
				await post(stranger, path, { email }),
				await post(stranger, path, { email: `nobody@${REFUSED}` }),
			];
			expect(await failureOf(own, await post(own, path, { email }))).toMatch(RECIPIENT);
			await expect.poll(async () => (await failures()).length).toBe(before + 2);
			expect(await state(stranger, known)).toEqual(await state(stranger, unknown));
			expect(await state(stranger, known)).toEqual({ failed: false, detail: null });
		}
	});

	it("has not failed where it was taken", async () => {
		const browser = site.browser();
		const email = site.newEmail();
		const sent = await post(browser, "/api/auth/sign-up", {
			full_name: "Cy",
			email,
			password: PASSWORD,
		});
		await site.sink.next(email);
		expect(await state(browser, sent)).toEqual({ failed: false, detail: null });
	});
});

describe("a mail server that is away", () => {
	it("is told alike for known and unknown addresses", async () => {
		const sink = await startSmtpSink();
		const site = await startMailProduct({ SMTP_URL: sink.url });
		try {
			const known = site.newEmail();
			const browser = site.browser();
			await post(browser, { full_name: "Ada", email: known, password: PASSWORD }, "sign-up");
			await sink.next(known);
			await sink.close();
			for (const path of ["forgot-password", "resend"])
				for (const email of [known, "nobody@example.test"]) {
					const stranger = site.browser();
					const sent = await post(stranger, { email }, path);
					const asked = `/api/mail/deliveries/${sent.delivery_id}`;
					const state = async () => (await stranger.get<Delivery>(asked)).body;
					await expect
						.poll(async () => (await state()).detail, { timeout: 30_000 })
						.toMatch(SERVER);
				}
		} finally {
			await site.stop();
		}
	});

	const post = async (browser: Browser, body: object, path: string) =>
		(await browser.post<MailedAnswer>(`/api/auth/${path}`, body)).body;
});
