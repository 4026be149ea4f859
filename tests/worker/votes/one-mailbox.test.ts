import { describe, expect, it } from "vitest";
import type { VoteCheckPage } from "#contract/votes.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { createClient } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	addMember,
	databaseOf,
	openSession,
	published,
	signedInAdmin,
} from "#tests/support/world/signed-in.ts";

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL, LIMIT_VOTES: "4" }));

async function memberAt(email: string) {
	const db = await databaseOf(product);
	const id = await addMember(db, { email, email_confirmed_at: "2026-01-01T00:00:00.000Z" });
	return { ...createClient(product.url, await openSession(db, id)), id };
}

async function aStatementOnline() {
	const statement = aStatement();
	const { video_id } = await published(product, { statements: [statement] });
	const shown = async () => {
		const [found] = (await product.visitor().report(video_id)).statements;
		return found;
	};
	return { path: `/api/statements/${statement.id}/vote`, shown };
}

describe("accounts of one Gmail mailbox", () => {
	it("count once in a statement's percentage, whatever the spelling, and admins see it", async () => {
		const { path, shown } = await aStatementOnline();
		const spellings = ["adal@gmail.com", "a.d.a.l+1@gmail.com", "Ada.L+news+2@googlemail.com"];
		const other = await memberAt("adal@example.org");
		expect((await other.put(path, { vote_type: "downvote" })).status).toBe(200);
		for (const email of spellings) {
			const member = await memberAt(email);
			const answer = await member.put(path, { vote_type: "upvote" });
			expect(answer).toMatchObject({ status: 200, body: { user_vote: "upvote" } });
		}
		expect(await shown()).toMatchObject({
			upvotes: 3,
			downvotes: 1,
			votes_held: {
				checking: false,
				upvotes: 1,
				downvotes: 1,
				community_agreement: 50,
				reason: "The percentage leaves out 2 votes: it counts one of each mailbox.",
			},
		});
		const admin = await signedInAdmin(product);
		const { body } = await admin.get<VoteCheckPage>("/api/admin/votes?state=settled");
		expect(body.holds).toMatchObject([
			{ cause: "one_mailbox", votes: 1 },
			{ cause: "one_mailbox", votes: 1 },
		]);
	});

	it("take from one limit, which accounts of other providers do not", async () => {
		const { path } = await aStatementOnline();
		const vote = async (email: string, times: number) => {
			const member = await memberAt(email);
			let last = 0;
			for (let n = 0; n < times; n += 1)
				last = (await member.put(path, { vote_type: n % 2 ? "upvote" : "downvote" })).status;
			return last;
		};
		expect(await vote("b.e.a@gmail.com", 2)).toBe(200);
		expect(await vote("bea+second@googlemail.com", 2)).toBe(200);
		expect(await vote("bea@gmail.com", 1)).toBe(429);
		expect(await vote("beatrice@gmail.com", 1)).toBe(200);
		expect(await vote("b.ea@example.org", 1)).toBe(200);
		expect(await vote("bea@example.org", 1)).toBe(200);
	});
});
