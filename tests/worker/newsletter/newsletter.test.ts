import { describe, expect, it } from "vitest";
import type { MessageAnswer } from "#contract/account.ts";
import { linkIn, startMailProduct } from "#tests/support/world/mail-product.ts";
import { opened } from "#tests/support/world/opened.ts";

const ADMIN = "chief@example.test";

const world = opened(() => startMailProduct({ ADMIN_EMAILS: ADMIN }));

const subscribe = (email: string, from = world) =>
	from.browser().post<MessageAnswer>("/api/newsletter", { email });
const row = async (email: string, from = world) =>
	(await from.rows("select * from newsletter_subscribers where email_key = ?", email))[0];

/** The press on the page that a link leads to. */
async function press(link: URL, from = world): Promise<number> {
	const token = new URLSearchParams(link.hash.slice(1)).get("token") ?? "";
	const browser = from.browser();
	const { status } =
		link.pathname === "/newsletter/confirm"
			? await browser.post("/api/newsletter/confirm", { token })
			: await browser.post(`/api/newsletter/unsubscribe?token=${token}`, {});
	return status;
}

describe("newsletter subscription", () => {
	it("is confirmed by a press, which can be repeated", async () => {
		const email = world.newEmail();
		const { status, body } = await subscribe(email);
		expect(status).toBe(202);
		expect(body.message).toBe("Please check your email to confirm your subscription.");
		expect(await row(email)).toMatchObject({ confirmed_at: null });
		const link = linkIn(await world.sink.next(email));
		expect(await press(link)).toBe(204);
		const first = (await row(email))?.confirmed_at;
		expect(first).toBeTruthy();
		expect(await press(link)).toBe(204);
		expect((await row(email))?.confirmed_at).toBe(first);
		await world.sink.next(email);
		expect(world.sink.waiting(email)).toEqual([]);
	});

	it("ends by a press, which can be repeated", async () => {
		const email = world.newEmail();
		await subscribe(email);
		const replaced = linkIn(await world.sink.next(email));
		await subscribe(email);
		expect(await press(replaced)).toBe(400);
		const confirmation = linkIn(await world.sink.next(email));
		await press(confirmation);
		const leaving = linkIn(await world.sink.next(email));
		expect(leaving.pathname).toBe("/newsletter/unsubscribe");
		expect(await press(leaving)).toBe(204);
		const left = (await row(email))?.unsubscribed_at;
		expect(left).toBeTruthy();
		expect(await press(leaving)).toBe(204);
		expect((await row(email))?.unsubscribed_at).toBe(left);
		expect(await press(confirmation)).toBe(400);
	});

	it("ends by the form of a mail program, and a GET of its address leads to the page", async () => {
		const email = world.newEmail();
		await subscribe(email);
		await press(linkIn(await world.sink.next(email)));
		const { mail } = await world.sink.next(email);
		const header = (key: string) => mail.headers.find((it) => it.key === key)?.value ?? "";
		expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
		const address = header("list-unsubscribe").slice(1, -1);
		const page = await fetch(address, { redirect: "manual" });
		expect(page.headers.get("location")).toMatch(/^\/newsletter\/unsubscribe#token=[\w-]{43}$/);
		expect((await row(email))?.unsubscribed_at).toBeNull();
		const left = await fetch(address, {
			method: "POST",
			headers: {
				"content-type": "application/x-www-form-urlencoded",
				origin: "https://mail.example",
			},
			body: "List-Unsubscribe=One-Click",
		});
		expect(left.status).toBe(204);
		expect((await row(email))?.unsubscribed_at).toBeTruthy();
	});

	it("can be requested again after unsubscribing and needs a new confirmation", async () => {
		const email = world.newEmail();
		await subscribe(email);
		await press(linkIn(await world.sink.next(email)));
		await press(linkIn(await world.sink.next(email)));
		await subscribe(email);
		// Anyone can enter the address, so it stays unsubscribed until its owner confirms.
		expect((await row(email))?.unsubscribed_at).toBeTruthy();
		const link = linkIn(await world.sink.next(email));
		expect(await press(link)).toBe(204);
		expect(await row(email)).toMatchObject({
			confirmed_at: expect.any(String),
			unsubscribed_at: null,
		});
	});

	it("answers a subscriber like a new address and sends them no further mail", async () => {
		const email = world.newEmail();
		await subscribe(email);
		await press(linkIn(await world.sink.next(email)));
		await world.sink.next(email);
		const other = world.newEmail();
		const stranger = await subscribe(other);
		const again = await subscribe(email.toUpperCase());
		expect({ ...again.body, status: again.status, delivery_id: "" }).toEqual({
			...stranger.body,
			status: stranger.status,
			delivery_id: "",
		});
		expect((await row(email))?.confirmed_at).toBeTruthy();
		await world.sink.next(other);
		expect(world.sink.waiting(email)).toEqual([]);
	});

	it("stores only a hash of the link's token", async () => {
		const email = world.newEmail();
		await subscribe(email);
		const token = linkIn(await world.sink.next(email)).hash.replace("#token=", "");
		expect(token).toMatch(/^[\w-]{43}$/);
		expect(JSON.stringify(await row(email))).not.toContain(token);
	});

	it("rejects unknown links", async () => {
		const { url } = world.product;
		for (const token of ["guess", ""])
			for (const action of ["confirm", "unsubscribe"])
				expect(await press(new URL(`${url}/newsletter/${action}#token=${token}`))).toBe(400);
	});

	it.each([
		["/api/newsletter/confirm?token=old-one", "/newsletter/confirm#token=old-one"],
		["/api/newsletter/unsubscribe?token=old-one", "/newsletter/unsubscribe#token=old-one"],
		["/newsletter/confirm%23token=T-1", "/newsletter/confirm#token=T-1"],
		["/confirm-email%23token=T_1", "/confirm-email#token=T_1"],
		["/confirm-new-email%2523token%253DT1", "/confirm-new-email#token=T1"],
		["/reset-password?token=T1", "/reset-password#token=T1"],
	])("leads %s to %s", async (path, page) => {
		const response = await fetch(world.product.url + path, { redirect: "manual" });
		expect([response.status, response.headers.get("location")]).toEqual([302, page]);
	});

	it.each(["", "no address", "a@b", "two@example.test,more@example.test"])(
		"refuses the address %j",
		async (email) => {
			expect((await subscribe(email)).status).toBe(400);
		},
	);
});

describe("newsletter subscription on a site without mail", () => {
	it("stores the address as unconfirmed, and lists it", async () => {
		const plain = await startMailProduct({ SMTP_URL: "", ADMIN_EMAILS: ADMIN });
		try {
			const email = plain.newEmail();
			const { status, body } = await subscribe(email, plain);
			expect(status).toBe(202);
			expect(body.message).toBe("Thank you for subscribing.");
			expect((await subscribe(email, plain)).body).toEqual(body);
			expect(await row(email, plain)).toMatchObject({ confirmed_at: null, unsubscribed_at: null });
			const admin = await plain.withSecondFactor(ADMIN);
			expect((await admin.get<string>("/api/admin/newsletter.csv")).body).toContain(email);
		} finally {
			await plain.stop();
		}
	});
});

describe("GET /api/admin/newsletter.csv", () => {
	it("gives admins only the confirmed addresses, unchanged and with a byte order mark", async () => {
		const admin = await world.withSecondFactor(ADMIN);
		// No formula ends in "@" and a domain, so that a spreadsheet keeps it as a text.
		const formula = `=cmd|${world.newEmail()}`;
		await subscribe(formula);
		await press(linkIn(await world.sink.next(formula)));
		const unconfirmed = world.newEmail();
		await subscribe(unconfirmed);
		const leaver = world.newEmail();
		await subscribe(leaver);
		await press(linkIn(await world.sink.next(leaver)));
		await press(linkIn(await world.sink.next(leaver)));
		const path = "/api/admin/newsletter.csv";
		const { status, headers, body } = await admin.get<string>(path);
		expect(status).toBe(200);
		expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect(headers.get("cache-control")).toBe("no-store");
		const lines = body.split("\r\n");
		expect(lines[0]).toBe("email,subscribed_at,confirmed_at");
		const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
		// Reading an answer as text drops the mark.
		const raw = await fetch(world.product.url + path, { headers: { cookie } });
		const bytes = new Uint8Array(await raw.arrayBuffer());
		expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, "e".charCodeAt(0)]);
		expect(body).toContain(`\r\n${formula},`);
		expect(body).not.toContain(leaver);
		expect(body).not.toContain(unconfirmed);
		await subscribe(leaver);
		const again = await admin.get<string>(path);
		expect(again.body).not.toContain(leaver);
	});
});
