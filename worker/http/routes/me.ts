import { Hono } from "hono";
import { MeDeletion, MeEdit } from "#contract/me.ts";
import { deleteAccount } from "#use-cases/delete-account.ts";
import { editAccount } from "#use-cases/edit-account.ts";
import { ownAccount } from "#use-cases/own-account.ts";
import { addressOf } from "../address-of.ts";
import type { AppEnv } from "../app-env.ts";
import { readJson, readOptionalJson } from "../read-json.ts";
import { requireMember } from "../require-member.ts";
import { requireSession } from "../require-session.ts";
import { clearSessionCookie } from "../session-cookie.ts";

/** The member's own account. */
export const me = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { id } = requireMember(c);
		const { password_hash: _, ...account } = await ownAccount(
			c.get("deps").me,
			id,
		);
		return c.json(account);
	})
	.patch("/", async (c) => {
		const { id } = requireMember(c);
		const edit = await readJson(c, MeEdit);
		if (edit.password) requireSession(c);
		return c.json(
			await editAccount(c.get("deps").me, {
				member_id: id,
				edit,
				session_hash: c.get("session_hash"),
				address: addressOf(c),
			}),
		);
	})
	.delete("/", async (c) => {
		const { user } = requireSession(c);
		const { password } = await readOptionalJson(c, MeDeletion);
		await deleteAccount(c.get("deps").me, {
			member_id: user.id,
			password,
			address: addressOf(c),
		});
		clearSessionCookie(c);
		return c.body(null, 204);
	})
	.get("/export", async (c) => {
		const deps = c.get("deps").me;
		const { id } = requireMember(c);
		const account = await ownAccount(deps, id);
		c.header("content-disposition", 'attachment; filename="my-account.json"');
		return c.json(await deps.export(account));
	});
