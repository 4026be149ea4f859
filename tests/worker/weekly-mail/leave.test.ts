import { expect, it } from "vitest";
import type { Me } from "#contract/me.ts";
import type { Problem } from "#contract/problem.ts";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { aMember } from "#tests/support/world/signed-in.ts";

const product = shared(() => shareProduct());

it("stops the email for a mail program, which sends a form from anywhere", async () => {
	const member = await aMember(product);
	await product.rows(
		"insert into follow_settings (member_id, told_until, mail_token) values (?, ?, ?)",
		member.id,
		"2026-01-01T00:00:00.000Z",
		`token-${member.id}`,
	);
	expect((await member.get<Me>("/api/me")).body.weekly_mail).toBe(true);
	const leave = (token: string) =>
		fetch(`${product.url}/api/mail/unsubscribe?token=${token}`, {
			method: "POST",
			headers: {
				"content-type": "application/x-www-form-urlencoded",
				origin: "https://mail.example",
			},
			body: "List-Unsubscribe=One-Click",
		});
	// A GET, as of a scanner that follows links, leads to the page and changes nothing.
	const looked = await fetch(`${product.url}/api/mail/unsubscribe?token=token-${member.id}`, {
		redirect: "manual",
	});
	expect(looked.headers.get("location")).toMatch(/^\/following#token=/);
	expect((await member.get<Me>("/api/me")).body.weekly_mail).toBe(true);
	const unknown = await leave("another");
	expect(unknown.status).toBe(400);
	expect(await unknown.json()).toMatchObject({
		code: "link_unusable",
		detail: "This link is not valid. You can stop the weekly email on the page Following.",
	});
	expect((await leave("")).status).toBe(400);
	for (let n = 0; n < 2; n += 1) expect((await leave(`token-${member.id}`)).status).toBe(204);
	expect((await member.get<Me>("/api/me")).body.weekly_mail).toBe(false);
});

it("is not offered by a site that sends no email", async () => {
	const member = await aMember(product);
	expect(await member.patch<Problem>("/api/me", { weekly_mail: true })).toMatchObject({
		status: 422,
		body: { code: "no_weekly_mail" },
	});
	expect((await member.patch<Me>("/api/me", { weekly_mail: false })).body.weekly_mail).toBe(false);
});
