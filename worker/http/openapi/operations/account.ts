import * as z from "zod";
import { AccountExport } from "#contract/account-export.ts";
import {
	Activity,
	ActivityFilter,
	ApiKey,
	KeyRequest,
	Me,
	MeDeletion,
	MeEdit,
	NewApiKey,
	SessionPage,
} from "#contract/me.ts";
import { empty, json, type Operations } from "../operation.ts";
import { BAD_CURSOR, cursorQuery, idPath } from "./fields.ts";

const PASSWORD = "The password is not right.";
const ATTEMPTS = "Too many wrong passwords.";

/** The member's own account. */
export const accountOperations: Operations = {
	"GET /api/me": {
		id: "getAccount",
		summary: "Your account",
		access: "member",
		answers: { 200: json("The account.", Me) },
	},
	"PATCH /api/me": {
		id: "editAccount",
		summary: "Change name, picture, password or visibility",
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
		detail: "Analyses stay, with nobody's name on them.",
		access: "session",
		body: { schema: MeDeletion, optional: true },
		answers: { 204: empty("Gone.") },
		problems: { 403: PASSWORD, 429: ATTEMPTS },
	},
	"GET /api/me/export": {
		id: "exportAccount",
		summary: "Everything that is stored of you",
		access: "member",
		answers: { 200: json("As a download.", AccountExport) },
	},
	"GET /api/me/sessions": {
		id: "listSessions",
		summary: "Where you are signed in",
		access: "session",
		query: cursorQuery,
		answers: { 200: json("The one opened last first.", SessionPage) },
		problems: { 400: BAD_CURSOR },
	},
	"DELETE /api/me/sessions": {
		id: "endOtherSessions",
		summary: "Sign out everywhere else",
		access: "session",
		answers: { 204: empty("Signed out there.") },
	},
	"DELETE /api/me/sessions/{id}": {
		id: "endSession",
		summary: "Sign out in one place",
		access: "session",
		path: idPath,
		answers: { 204: empty("Signed out there.") },
		problems: { 404: "This session has ended already." },
	},
	"GET /api/me/activity": {
		id: "getActivity",
		summary: "What you voted on and analysed",
		access: "member",
		query: {
			...cursorQuery,
			filter: ActivityFilter.or(z.literal("")),
			q: z.string().describe("Part of a statement, a title or a channel."),
		},
		answers: { 200: json("Newest first.", Activity) },
		problems: { 400: BAD_CURSOR },
	},
	"GET /api/keys": {
		id: "listKeys",
		summary: "Your API keys",
		access: "session",
		answers: {
			200: json("Without their secrets.", z.object({ keys: z.array(ApiKey) })),
		},
	},
	"POST /api/keys": {
		id: "createKey",
		summary: "Create an API key",
		detail: "`key` is told this once.",
		access: "session",
		body: { schema: KeyRequest },
		answers: { 201: json("The key.", NewApiKey) },
		problems: { 409: "You have as many keys as a member may." },
	},
	"DELETE /api/keys/{id}": {
		id: "deleteKey",
		summary: "Delete an API key",
		access: "session",
		path: idPath,
		answers: { 204: empty("It no longer works.") },
		problems: { 404: "You have no such API key." },
	},
};
