import { describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { createClient } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aChannel,
	aMember,
	PASSWORD,
	type SignedIn,
	signedInAdmin,
	submit,
} from "#tests/support/world/signed-in.ts";

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const admin = opened(() => signedInAdmin(product));

async function run(sql: string, ...values: string[]): Promise<void> {
	await product.rows(sql, ...values);
}

/** Backdates the member's sign-in by that many minutes. */
function signedInAgo({ id }: SignedIn, minutes: number): Promise<void> {
	const at = new Date(Date.now() - minutes * 60_000).toISOString();
	return run("update sessions set proven_at = ? where member_id = ?", at, id);
}

/** A member who signs in with Google only. */
async function withoutPassword(): Promise<SignedIn> {
	const member = await aMember(product);
	await run("update members set password_hash = null where id = ?", member.id);
	return member;
}

const AGAIN = { status: 403, body: { code: "sign_in_again" } };

describe("admin decision", () => {
	it("requires a sign-in within the last 30 minutes, while reading does not", async () => {
		const { url } = aChannel(product);
		const { claim } = (await submit(await aMember(product), url)).body;
		const path = `/api/admin/claims/${claim.id}`;
		const decision = { status: "rejected", reason: "No." };
		await signedInAgo(admin, 31);
		expect(await admin.post<Problem>(path, decision)).toMatchObject(AGAIN);
		const votes = await admin.post<Problem>("/api/admin/votes/1", { state: "lifted" });
		expect(votes).toMatchObject(AGAIN);
		const export_path = "/api/admin/newsletter.csv";
		expect(await admin.get<Problem>(export_path)).toMatchObject(AGAIN);
		expect((await admin.get("/api/admin/claims")).status).toBe(200);
		const credentials = { email: ADMIN_EMAIL, password: PASSWORD };
		const answer = await fetch(`${product.url}/api/auth/sign-in`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(credentials),
		});
		const [cookie = ""] = (answer.headers.getSetCookie()[0] ?? "").split(";");
		const again = createClient(product.url, cookie);
		expect((await again.post(path, decision)).status).toBe(200);
		expect((await again.get(export_path)).status).toBe(200);
	});

	it("is accepted 29 minutes after sign-in", async () => {
		await signedInAgo(admin, 29);
		const answer = await admin.post("/api/admin/votes/0", { state: "lifted" });
		expect(answer.status).toBe(404);
	});
});

describe("member without a password", () => {
	const attempts = (member: SignedIn) => [
		() => member.patch<Problem>("/api/me", { password: { next: "a better phrase" } }),
		() => member.post<Problem>("/api/me/second-factor", {}),
		() => member.delete<Problem>("/api/me"),
	];

	it("needs a recent sign-in to set a password, set up a second factor or delete the account", async () => {
		const member = await withoutPassword();
		await signedInAgo(member, 31);
		for (const attempt of attempts(member)) expect(await attempt()).toMatchObject(AGAIN);
		const [, setUp, remove] = attempts(member);
		await signedInAgo(member, 1);
		expect((await setUp?.())?.status).toBe(201);
		expect((await remove?.())?.status).toBe(204);
	});

	it("can set a password after a recent sign-in", async () => {
		const member = await withoutPassword();
		const [setPassword] = attempts(member);
		expect((await setPassword?.())?.status).toBe(200);
	});

	it("can change their name without a recent sign-in", async () => {
		const member = await withoutPassword();
		await signedInAgo(member, 600);
		const named = await member.patch("/api/me", { full_name: "Some One" });
		expect(named.status).toBe(200);
	});
});

describe("member with a password", () => {
	it("confirms sensitive actions with it, however old the sign-in is", async () => {
		const member = await aMember(product);
		await signedInAgo(member, 600);
		const without = await member.delete<Problem>("/api/me", {});
		expect(without.body.code).toBe("wrong_password");
		const deleted = await member.delete("/api/me", { password: PASSWORD });
		expect(deleted.status).toBe(204);
	});
});
