import { expect, it } from "vitest";
import { PASSWORD, startMailProduct, tokenIn } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const world = opened(() => startMailProduct());

/** What a link could consume or change. */
const TABLES = ["members", "auth_tokens", "newsletter_subscribers", "follow_settings"];

async function state(): Promise<unknown[]> {
	return Promise.all(TABLES.map((table) => world.rows(`select * from ${table} order by 1`)));
}

/** Opens every address of every mail as gateways do: as it is, quoted, and that of its headers. */
async function scanAll(): Promise<number> {
	const links = world.sink.mails.flatMap(({ mail }) => {
		const texts = [mail.text, mail.html, ...mail.headers.map(({ value }) => value)];
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
