import * as z from "zod";
import { AccountExport } from "#contract/account-export.ts";
import { EditedMe } from "#contract/deliveries.ts";
import { Me, MeDeletion, MeEdit, SessionPage, TokenRequest } from "#contract/me.ts";
import { endStreams } from "#features/notifications/publish.ts";
import { endpoint } from "#http/endpoint.ts";
import {
	BAD_CURSOR,
	badCursor,
	content,
	cursorQuery,
	empty,
	idPath,
	json,
	linkNextPage,
} from "#http/operation.ts";
import { problem } from "#http/problems.ts";
import { readCaller } from "#identity/caller.ts";
import { hasSignedInRecently, requireSession } from "#identity/require.ts";
import { clearSessionCookie, writeSignInCookies } from "#identity/session-cookie.ts";
import { deleteOwnSession, deleteSessions, listSessions } from "#identity/sessions.ts";
import { changeAccount, deleteAccount, readOwnAccount, readOwnPicture } from "./account.ts";
import { confirmNewEmail, requestEmailChange } from "./change-email.ts";
import { exportMember } from "./export-queries.ts";

const PASSWORD =
	"The password is wrong; or there is none, and the last sign-in was more than 30 minutes ago.";
const ATTEMPTS = "Too many passwords were entered, or the password was changed too often.";

/** The member's own account. */
export const accountEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/me",
		id: "getAccount",
		summary: "Your account",
		access: "member",
		answers: { 200: json("The account.", Me) },
		handle: async (context, { member }) => {
			const { password_hash: _, ...account } = await readOwnAccount(context, member.id);
			return account;
		},
	}),
	endpoint({
		method: "PATCH",
		path: "/api/me",
		id: "editAccount",
		summary: "Change name, picture, visibility, password or address",
		detail:
			"A new password ends every session and deletes the account's API keys, emailed links and webhook secret. This browser gets a new session. A new `email` needs the current password and a site that sends email: it waits as `pending_email` until the link sent to it is used. The answer is the same for an address that has an account, which gets no such link.",
		access: "member",
		body: MeEdit,
		answers: { 200: json("The account.", EditedMe) },
		problems: {
			403: PASSWORD,
			409: "It was changed elsewhere.",
			422: "The address is already yours, or this site sends no email.",
			429: ATTEMPTS,
		},
		handle: async (context, { c, member, body: { email, password, ...change } }) => {
			if (password !== undefined || email !== undefined) requireSession(c);
			const by = { ...readCaller(c), member_id: member.id, recent: hasSignedInRecently(c) };
			const proof = typeof password === "string" ? password : undefined;
			const next = typeof password === "string" ? undefined : password;
			const delivery_id =
				email === undefined
					? null
					: await requestEmailChange(context, { ...by, email, password: proof });
			const edit = { ...change, password: next };
			const { me, opened } = await changeAccount(context, { ...by, edit });
			if (opened) writeSignInCookies(c, opened);
			return { ...me, delivery_id };
		},
	}),
	endpoint({
		method: "POST",
		path: "/api/me/email",
		id: "confirmNewEmail",
		summary: "Confirm a new address with the token of the emailed link",
		detail:
			"Only in a session of the account that asked for it: a link that went to a stranger's address is of no use there. Ends every other session and every emailed link; API keys stay.",
		access: "session",
		body: TokenRequest,
		answers: { 200: json("The account with its new address.", Me) },
		problems: {
			400: "The link has expired, was already used or belongs to another account.",
			409: "Another account has the address by now.",
		},
		handle: (context, { c, member, body: { token } }) =>
			confirmNewEmail(context, { ...readCaller(c), member_id: member.id, token }),
	}),
	endpoint({
		method: "DELETE",
		path: "/api/me",
		id: "deleteAccount",
		summary: "Delete your account",
		detail: "The analyses you started remain, without your name.",
		access: "session",
		body: MeDeletion.optional(),
		answers: { 204: empty("Deleted.") },
		problems: { 403: PASSWORD, 429: ATTEMPTS },
		handle: async (context, { c, member, session_hash, body }) => {
			await deleteAccount(context, {
				member_id: member.id,
				password: body?.password,
				session_hash,
				recent: hasSignedInRecently(c),
			});
			clearSessionCookie(c);
			return null;
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/me/picture",
		id: "getPicture",
		summary: "Your picture",
		detail:
			"Fetched from the address in your account. It must be public and lead to a PNG, JPEG, GIF, WebP or AVIF of less than 2 MB.",
		access: "session",
		query: {
			of: z
				.string()
				.optional()
				.describe("Ignored. The web app sends the picture's address, so that a new one is loaded."),
		},
		answers: { 200: content("The picture.", "image/*") },
		problems: { 404: "There is none, or it cannot be fetched.", 429: "Too many requests." },
		handle: async (context, { c, member }) => {
			const { bytes, content_type } = await readOwnPicture(context, member);
			return c.body(Uint8Array.from(bytes).buffer, 200, { "content-type": content_type });
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/me/export",
		id: "exportAccount",
		summary: "Everything stored about you",
		access: "member",
		answers: { 200: json("As a download.", AccountExport) },
		handle: async (context, { c, member }) => {
			const own = await readOwnAccount(context, member.id);
			const { password_hash: _, channels: __, ...account } = own;
			const stored = await exportMember(context.db.near, member.id);
			c.header("content-disposition", 'attachment; filename="my-account.json"');
			return { exported_at: context.now().toISOString(), account, ...stored };
		},
	}),
];

/** More than a member has browsers. A program that signs in on every use creates more sessions. */
const PAGE_SIZE = 50;

/** The member's sessions. A session's id does not authenticate anyone. */
export const sessionEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/me/sessions",
		id: "listSessions",
		summary: "Where you are signed in",
		access: "session",
		query: cursorQuery,
		answers: { 200: json("Newest first.", SessionPage) },
		problems: { 400: BAD_CURSOR },
		handle: async ({ db, now }, { c, member, session_hash, query: { cursor = null } }) => {
			const page = await listSessions(db.near, member.id, {
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
			return { sessions, next_cursor: page.next_cursor };
		},
	}),
	endpoint({
		method: "DELETE",
		path: "/api/me/sessions",
		id: "endOtherSessions",
		summary: "Sign out everywhere else",
		access: "session",
		answers: { 204: empty("Device signed out.") },
		handle: async (context, { member, session_hash }) => {
			await deleteSessions(context.db.primary, member.id, session_hash);
			await endStreams(context, member.id);
			return null;
		},
	}),
	endpoint({
		method: "DELETE",
		path: "/api/me/sessions/{id}",
		id: "endSession",
		summary: "Sign out in one place",
		access: "session",
		params: idPath,
		answers: { 204: empty("Device signed out.") },
		problems: { 404: "This session has already ended." },
		handle: async (context, { c, member, session_hash, params: { id } }) => {
			if (!(await deleteOwnSession(context.db.primary, member.id, id)))
				throw problem("session_not_found");
			await endStreams(context, member.id);
			if (id === session_hash) clearSessionCookie(c);
			return null;
		},
	}),
];
