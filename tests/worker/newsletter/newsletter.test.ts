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

async function follow(link: URL, method = "GET") {
	const response = await fetch(link, { method, redirect: "manual" });
	return response.headers.get("location");
}

describe("newsletter subscription", () => {
	it("is confirmed by the mailed link, which can be followed repeatedly", async () => {
		const email = world.newEmail();
		const { status, body } = await subscribe(email);
		expect(status).toBe(202);
		expect(body.message).toBe("Please check your email to confirm your subscription.");
		expect(await row(email)).toMatchObject({ confirmed_at: null });
		const link = linkIn(await world.sink.next(email));
		expect(await follow(link)).toBe("/?newsletter=confirmed");
		const first = (await row(email))?.confirmed_at;
		expect(first).toBeTruthy();
		expect(await follow(link)).toBe("/?newsletter=confirmed");
		expect((await row(email))?.confirmed_at).toBe(first);
		await world.sink.next(email);
		expect(world.sink.waiting(email)).toEqual([]);
	});

	it("ends through the link in the welcome mail, which can be followed repeatedly", async () => {
		const email = world.newEmail();
		await subscribe(email);
		const replaced = linkIn(await world.sink.next(email));
		await subscribe(email);
		expect(await follow(replaced)).toBe("/?newsletter=unknown_link");
		const confirmation = linkIn(await world.sink.next(email));
		await follow(confirmation);
		const leaving = linkIn(await world.sink.next(email));
		expect(leaving.pathname).toBe("/api/newsletter/unsubscribe");
		expect(await follow(leaving)).toBe("/?newsletter=unsubscribed");
		const left = (await row(email))?.unsubscribed_at;
		expect(left).toBeTruthy();
		expect(await follow(leaving)).toBe("/?newsletter=unsubscribed");
		expect((await row(email))?.unsubscribed_at).toBe(left);
		expect(await follow(confirmation)).toBe("/?newsletter=unknown_link");
	});

	it("can be requested again after unsubscribing and needs a new confirmation", async () => {
		const email = world.newEmail();
		await subscribe(email);
		await follow(linkIn(await world.sink.next(email)));
		await follow(linkIn(await world.sink.next(email)));
		await subscribe(email);
		// Anyone can enter the address, so it stays unsubscribed until its owner confirms.
		expect((await row(email))?.unsubscribed_at).toBeTruthy();
		const link = linkIn(await world.sink.next(email));
		expect(await follow(link)).toBe("/?newsletter=confirmed");
		expect(await row(email)).toMatchObject({
			confirmed_at: expect.any(String),
			unsubscribed_at: null,
		});
	});

	it("answers a subscriber like a new address and sends them no further mail", async () => {
		const email = world.newEmail();
		await subscribe(email);
		await follow(linkIn(await world.sink.next(email)));
		await world.sink.next(email);
		const other = world.newEmail();
		const stranger = await subscribe(other);
		const again = await subscribe(email.toUpperCase());
		expect({ status: again.status, body: again.body }).toEqual({
			status: stranger.status,
			body: stranger.body,
		});
		expect((await row(email))?.confirmed_at).toBeTruthy();
		await world.sink.next(other);
		expect(world.sink.waiting(email)).toEqual([]);
	});

	it("stores only a hash of the link's token", async () => {
		const email = world.newEmail();
		await subscribe(email);
		const token = linkIn(await world.sink.next(email)).searchParams.get("token");
		expect(token).toMatch(/^[\w-]{43}$/);
		expect(JSON.stringify(await row(email))).not.toContain(token);
	});

	it("rejects unknown links and changes nothing on a HEAD request", async () => {
		const email = world.newEmail();
		await subscribe(email);
		const link = linkIn(await world.sink.next(email));
		await follow(link, "HEAD");
		expect((await row(email))?.confirmed_at).toBeNull();
		for (const path of ["confirm", "unsubscribe"])
			for (const query of ["?token=guess", "?token=", ""]) {
				const url = `${world.product.url}/api/newsletter/${path}${query}`;
				expect(await follow(new URL(url))).toBe("/?newsletter=unknown_link");
			}
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
	it("gives admins only the confirmed addresses, with spreadsheet formulas escaped", async () => {
		const admin = await world.withSecondFactor(ADMIN);
		const formula = `=cmd|${world.newEmail()}`;
		await subscribe(formula);
		await follow(linkIn(await world.sink.next(formula)));
		const unconfirmed = world.newEmail();
		await subscribe(unconfirmed);
		const leaver = world.newEmail();
		await subscribe(leaver);
		await follow(linkIn(await world.sink.next(leaver)));
		await follow(linkIn(await world.sink.next(leaver)));
		const path = "/api/admin/newsletter.csv";
		const { status, headers, body } = await admin.get<string>(path);
		expect(status).toBe(200);
		expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect(headers.get("cache-control")).toBe("no-store");
		const lines = body.split("\r\n");
		expect(lines[0]).toBe("email,subscribed_at,confirmed_at");
		expect(body).toContain(`\r\n'${formula},`);
		expect(body).not.toContain(leaver);
		expect(body).not.toContain(unconfirmed);
		await subscribe(leaver);
		const again = await admin.get<string>(path);
		expect(again.body).not.toContain(leaver);
	});
});
