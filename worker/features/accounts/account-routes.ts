import { Hono } from "hono";
import { AccountExport } from "#contract/account-export.ts";
import { Me, MeDeletion, MeEdit, SessionPage } from "#contract/me.ts";
import { endStreams } from "#features/notifications/publish.ts";
import type { AppEnv } from "#http/app-env.ts";
import { readJson, readOptionalJson } from "#http/body.ts";
import { badCursor, linkNextPage, PageQuery } from "#http/lists.ts";
import {
	BAD_CURSOR,
	content,
	cursorQuery,
	empty,
	idPath,
	json,
	type Operations,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readQuery } from "#http/query.ts";
import { readCaller } from "#identity/caller.ts";
import { hasSignedInRecently, requireMember, requireSession } from "#identity/require.ts";
import { clearSessionCookie, writeSignInCookies } from "#identity/session-cookie.ts";
import { deleteOwnSession, deleteSessions, listSessions } from "#identity/sessions.ts";
import { changeAccount, deleteAccount, readOwnAccount, readOwnPicture } from "./account.ts";
import { exportMember } from "./export-queries.ts";

/** The member's own account. */
export const me = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { id } = requireMember(c);
		const { password_hash: _, ...account } = await readOwnAccount(c.get("context"), id);
		return c.json(account);
	})
	.patch("/", async (c) => {
		const { id } = requireMember(c);
		const edit = await readJson(c, MeEdit);
		if (edit.password) requireSession(c);
		const { me, opened } = await changeAccount(c.get("context"), {
			...readCaller(c),
			member_id: id,
			edit,
			recent: hasSignedInRecently(c),
		});
		if (opened) writeSignInCookies(c, opened);
		return c.json(me);
	})
	.delete("/", async (c) => {
		const { user, session_hash } = requireSession(c);
		const { password } = await readOptionalJson(c, MeDeletion);
		await deleteAccount(c.get("context"), {
			member_id: user.id,
			password,
			session_hash,
			recent: hasSignedInRecently(c),
		});
		clearSessionCookie(c);
		return c.body(null, 204);
	})
	.get("/picture", async (c) => {
		const { user } = requireSession(c);
		const picture = await readOwnPicture(c.get("context"), user.id);
		return c.body(Uint8Array.from(picture.bytes).buffer, 200, {
			"content-type": picture.content_type,
		});
	})
	.get("/export", async (c) => {
		const context = c.get("context");
		const { id } = requireMember(c);
		const { password_hash: _, channels: __, ...account } = await readOwnAccount(context, id);
		const stored = await exportMember(context.db.near, id);
		c.header("content-disposition", 'attachment; filename="my-account.json"');
		return c.json({
			exported_at: context.now().toISOString(),
			account,
			...stored,
		} satisfies AccountExport);
	});

/** More than a member has browsers. A program that signs in on every use creates more sessions. */
const PAGE_SIZE = 50;

/** The member's sessions. A session's id does not authenticate anyone. */
export const mySessions = new Hono<AppEnv>()
	.get("/", async (c) => {
		const { user, session_hash } = requireSession(c);
		const { cursor = null } = readQuery(c, PageQuery);
		const { db, now } = c.get("context");
		const page = await listSessions(db.near, user.id, {
			now: now().toISOString(),
			cursor,
			limit: PAGE_SIZE,
		});
		if (page === "bad_cursor") throw badCursor();
		linkNextPage(c, page);
		const sessions = page.sessions.map((session) => ({
			...session,
			current: session.id === session_hash,
		}));
		return c.json({
			sessions,
			next_cursor: page.next_cursor,
		} satisfies SessionPage);
	})
	.delete("/", async (c) => {
		const { user, session_hash } = requireSession(c);
		const context = c.get("context");
		await deleteSessions(context.db.primary, user.id, session_hash);
		await endStreams(context, user.id);
		return c.body(null, 204);
	})
	.delete("/:id", async (c) => {
		const { user, session_hash } = requireSession(c);
		const id = c.req.param("id");
		const context = c.get("context");
		if (!(await deleteOwnSession(context.db.primary, user.id, id)))
			throw problem("session_not_found");
		await endStreams(context, user.id);
		if (id === session_hash) clearSessionCookie(c);
		return c.body(null, 204);
	});

const PASSWORD =
	"The password is wrong; or there is none, and the last sign-in was more than 30 minutes ago.";
const ATTEMPTS = "Too many passwords were entered, or the password was changed too often.";

/** The account and its sessions in the API description. */
export const accountOperations = (): Operations => ({
	"GET /api/me": {
		id: "getAccount",
		summary: "Your account",
		access: "member",
		answers: { 200: json("The account.", Me) },
	},
	"PATCH /api/me": {
		id: "editAccount",
		summary: "Change name, picture, password or visibility",
		detail:
			"A new password ends every session and deletes the account's API keys, emailed links and webhook secret. This browser gets a new session.",
		access: "member",
		body: { schema: MeEdit },
		answers: { 200: json("The account.", Me) },
		problems: {
			403: PASSWORD,
			409: "It was changed elsewhere.",
			429: ATTEMPTS,
		},
	},
	"DELETE /api/me": {
		id: "deleteAccount",
		summary: "Delete your account",
		detail: "The analyses you started remain, without your name.",
		access: "session",
		body: { schema: MeDeletion, optional: true },
		answers: { 204: empty("Deleted.") },
		problems: { 403: PASSWORD, 429: ATTEMPTS },
	},
	"GET /api/me/picture": {
		id: "getPicture",
		summary: "Your picture",
		detail:
			"Fetched from the address in your account. It must be public and lead to a PNG, JPEG, GIF, WebP or AVIF of less than 2 MB.",
		access: "session",
		answers: { 200: content("The picture.", "image/*") },
		problems: {
			404: "There is none, or it cannot be fetched.",
			429: "Too many requests.",
		},
	},
	"GET /api/me/export": {
		id: "exportAccount",
		summary: "Everything stored about you",
		access: "member",
		answers: { 200: json("As a download.", AccountExport) },
	},
	"GET /api/me/sessions": {
		id: "listSessions",
		summary: "Where you are signed in",
		access: "session",
		query: cursorQuery,
		answers: { 200: json("Newest first.", SessionPage) },
		problems: { 400: BAD_CURSOR },
	},
	"DELETE /api/me/sessions": {
		id: "endOtherSessions",
		summary: "Sign out everywhere else",
		access: "session",
		answers: { 204: empty("Device signed out.") },
	},
	"DELETE /api/me/sessions/{id}": {
		id: "endSession",
		summary: "Sign out in one place",
		access: "session",
		path: idPath,
		answers: { 204: empty("Device signed out.") },
		problems: { 404: "This session has already ended." },
	},
});
