import { at, everyone, type Row } from "./permission-row.ts";

let accounts = 0;

/** The routes that lead to a session. */
export const SIGN_IN_PERMISSIONS: Record<string, Row> = {
	"GET /api/auth/session": {
		ask: at("/api/auth/session"),
		answers: everyone(200),
	},
	"POST /api/auth/sign-up": {
		ask: () => {
			accounts += 1;
			return {
				path: "/api/auth/sign-up",
				body: {
					full_name: "New Member",
					email: `new${accounts}@example.test`,
					password: "correct horse battery",
				},
			};
		},
		answers: everyone(201),
	},
	"POST /api/auth/sign-in": {
		ask: ({ account }) => ({ path: "/api/auth/sign-in", body: account }),
		answers: everyone(200),
	},
	"POST /api/auth/sign-out": {
		ask: at("/api/auth/sign-out", {}),
		answers: everyone(200),
	},
	"POST /api/auth/confirm": {
		ask: at("/api/auth/confirm", { token: "none" }),
		answers: everyone(400),
	},
	"POST /api/auth/resend": {
		ask: at("/api/auth/resend", { email: "nobody@example.test" }),
		answers: everyone(202),
	},
	"POST /api/auth/forgot-password": {
		ask: at("/api/auth/forgot-password", { email: "nobody@example.test" }),
		answers: everyone(202),
	},
	"POST /api/auth/reset-password": {
		ask: at("/api/auth/reset-password", {
			token: "none",
			password: "correct horse battery",
		}),
		answers: everyone(400),
	},
	// Not set up here.
	"GET /api/auth/google": {
		ask: at("/api/auth/google"),
		answers: everyone(404),
	},
	"GET /api/auth/google/callback": {
		ask: at("/api/auth/google/callback"),
		answers: everyone(404),
	},
};
