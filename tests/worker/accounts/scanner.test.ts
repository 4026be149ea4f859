import { expect, it } from "vitest";
import {
	accountClosedMail,
	addressChangedMail,
	addressChangeMail,
	addressTakenMail,
	confirmAddressMail,
	confirmNewAddressMail,
	keyCreatedMail,
	knownAddressMail,
	newBrowserMail,
	noticeAnsweredMail,
	passwordChangedMail,
	resetPasswordMail,
	secondFactorMail,
} from "#features/accounts/mail/mails.ts";
import { confirmNewsletterMail, newsletterWelcomeMail } from "#features/newsletter/routes.ts";
import { weeklyMail } from "#features/weekly-mail/weekly-mail.ts";
import { setUpSecondFactor, startMailProduct, tokenIn } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";
import { ADMIN_EMAIL, PASSWORD, published } from "#tests/support/world/signed-in.ts";

const LINK = { url: "https://a.test/x", code: "BCDF-GHJK" };
const FROM = { origin: "https://a.test", user_agent: "Firefox" };
type Mail = {
	text?: string | undefined;
	html?: string | undefined;
	headers?: { value: string }[] | undefined;
};

const world = opened(() => startMailProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));

/** What a link could consume or change. */
const TABLES = [
	"members",
	"auth_tokens",
	"newsletter_subscribers",
	"follow_settings",
	"second_factors",
	"api_keys",
	"notices",
];

/** All functions that write an email, by the subjects that they give it. */
const SUBJECTS = [
	confirmAddressMail(LINK),
	knownAddressMail("Ada", LINK.url),
	resetPasswordMail("Ada", LINK),
	confirmNewAddressMail(LINK),
	addressTakenMail(LINK.url),
	passwordChangedMail(FROM),
	addressChangeMail(FROM, "ada@example.org"),
	addressChangedMail(FROM, "ada@example.org"),
	newBrowserMail(FROM),
	keyCreatedMail(FROM, "notebook"),
	secondFactorMail(FROM, true),
	secondFactorMail(FROM, false),
	accountClosedMail("it was abused", "It sent spam."),
	noticeAnsweredMail(LINK.url),
	confirmNewsletterMail(LINK),
	newsletterWelcomeMail(LINK),
].map(({ subject }) => subject);

async function state(): Promise<unknown[]> {
	return Promise.all(TABLES.map((table) => world.rows(`select * from ${table} order by 1`)));
}

/** Opens every address of every mail as gateways do: as it is, quoted, and that of its headers. */
async function scanAll(more: Mail[] = []): Promise<number> {
	const links = [...world.sink.mails.map(({ mail }) => mail), ...more].flatMap((mail) => {
		const texts = [mail.text, mail.html, ...(mail.headers ?? []).map(({ value }) => value)];
		return texts.flatMap((text) => text?.match(/https?:\/\/[^\s"<>]+/g) ?? []);
	});
	const forms = new Set(
		links.flatMap((link) => [
			link,
			link.replace("#", "%23"),
			link.replace("#", "%2523").replace("=", "%3D"),
			link.replace("#", "?"),
		]),
	);
	for (const url of forms)
		for (const method of ["HEAD", "GET"]) {
			const { status } = await fetch(url, { method });
			expect([url, status < 400]).toEqual([url, true]);
		}
	return links.length;
}

it("a scanner that opens every link of every email consumes nothing", async () => {
	const signing_up = world.newEmail();
	const stranger = world.browser();
	const full_name = "Ada";
	await stranger.post("/api/auth/sign-up", { full_name, email: signing_up, password: PASSWORD });
	const confirmation = await world.sink.next(signing_up);

	const { email, browser } = await world.member();
	await world.browser().post("/api/auth/sign-up", { full_name, email, password: PASSWORD });
	await world.sink.next(email);
	await world.browser().post("/api/auth/forgot-password", { email });
	const reset = await world.sink.next(email);

	const next = world.newEmail();
	await browser.send("PATCH", "/api/me", { email: next, password: PASSWORD });
	const change = await world.sink.next(next);

	const reader = world.newEmail();
	await world.browser().post("/api/newsletter", { email: reader });
	const newsletter = await world.sink.next(reader);
	const other = world.newEmail();
	await world.browser().post("/api/newsletter", { email: other });
	const token = tokenIn(await world.sink.next(other));
	await world.browser().post("/api/newsletter/confirm", { token });
	await world.sink.next(other);

	const before = await state();
	expect(await scanAll()).toBeGreaterThan(10);
	expect(await state()).toEqual(before);

	const confirmed = await stranger.post("/api/auth/confirm", { token: tokenIn(confirmation) });
	expect(confirmed.status).toBe(200);
	expect((await browser.post("/api/me/email", { token: tokenIn(change) })).status).toBe(200);
	const subscribed = { token: tokenIn(newsletter) };
	const { status } = await world.browser().post("/api/newsletter/confirm", subscribed);
	expect(status).toBe(204);
	expect(tokenIn(reset)).toMatch(/^[\w-]{43}$/);

	const mails = world.sink.mails.map(({ mail }) => mail);
	for (const { subject, headers } of mails) {
		expect(subject).toMatch(/^BS Detector: /);
		const sent = new Map(headers.map(({ key, value }) => [key, value]));
		expect(sent.get("auto-submitted")).toBe("auto-generated");
		expect(sent.get("x-auto-response-suppress")).toBe("All");
	}
	expect(world.product.lines.join("\n")).not.toMatch(/MaxListeners|memory leak/);
});

it("nor does it with the links of the other emails", async () => {
	const admin = await world.withSecondFactor(ADMIN_EMAIL);
	const { browser, email } = await world.member();
	await world.browser().post("/api/auth/forgot-password", { email });
	await world.sink.next(email);
	const taken = (await world.member()).email;
	await browser.send("PATCH", "/api/me", { email: taken, password: PASSWORD });
	await browser.post("/api/keys", { name: "notebook" });
	const { app } = await setUpSecondFactor(browser);
	const proof = { code: app.next() };
	expect((await browser.send("DELETE", "/api/me/second-factor", proof)).status).toBe(204);
	await world.signInWith(email);
	await world.signInWith(email);
	const next = `${PASSWORD} again`;
	await browser.send("PATCH", "/api/me", { password: { current: PASSWORD, next } });
	await browser.send("PATCH", "/api/me", { weekly_mail: true });
	const [weekly] = await world.rows<{ token: string }>(
		"select mail_token as token from follow_settings where mail_token is not null",
	);
	const { video_id } = await published(world.product);
	const noticed = world.newEmail();
	const sent = await world
		.browser()
		.post<{ number: string }>("/api/notices", {
			url: `/results/${video_id}`,
			kind: "private",
			text: "There is a mistake.",
			email: noticed,
		});
	expect(sent).toMatchObject({ status: 201 });
	const { number } = sent.body;
	const reply = { number, outcome: "no_change", text: "No." };
	expect((await admin.post("/api/admin/notices", reply)).body).toMatchObject({
		notice: { number },
	});
	const closed = await world.member();
	const [{ id } = { id: "" }] = await world.rows<{ id: string }>(
		"select id from members where email = ?",
		closed.email,
	);
	const why = { reason: "abuse", sentence: "It sent spam." };
	const closing = { kind: "member", id, hidden: true, ...why };
	expect((await admin.post("/api/admin/hidden", closing)).status).toBe(200);
	await world.sink.next(noticed);
	await world.sink.next(closed.email);
	const told = () => new Set(world.sink.mails.map(({ mail }) => mail.subject));
	// With those of the test before, every kind of email was sent.
	const missing = () => SUBJECTS.filter((subject) => !told().has(subject));
	await expect.poll(missing, { timeout: 30_000 }).toEqual([]);

	const addresses = { origin: world.product.url, more: true, simulated: false };
	const { leave, ...text } = weeklyMail([], { token: weekly?.token ?? "", ...addresses });
	const headers = [{ value: `<${leave}>` }];
	const before = await state();
	expect(await scanAll([{ ...text, headers }])).toBeGreaterThan(30);
	expect(await state()).toEqual(before);
	expect((await fetch(leave, { method: "POST" })).status).toBeLessThan(300);
	expect(await state()).not.toEqual(before);
});
