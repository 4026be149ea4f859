import type { MemberId } from "#contract/ids.ts";
import { watchUrl } from "./client.ts";
import { ROLES, type Role, type World } from "./permission-world.ts";

export type Row = {
	/**
	 * What is asked, its subject made anew for each role: a request that is
	 * granted may use it up. Without a body nothing is sent.
	 */
	ask: (world: World, role: Role) => Promise<Ask> | Ask;
	/** The status for each role. One that is no 401 or 403 got past the door. */
	answers: Record<Role, number>;
};
export type Ask = {
	path: string;
	body?: unknown;
	/** Whom members ask as, where not as themselves. */
	as?: MemberId;
};

const each = (status: (role: Role) => number) =>
	Object.fromEntries(ROLES.map((role) => [role, status(role)])) as Record<
		Role,
		number
	>;
/** The same for a visitor as for anybody. */
const everyone = (status: number) => each(() => status);
/** Visitors are asked to sign in; all members are equal. */
const members = (status: number) =>
	each((role) => (role === "anonymous" ? 401 : status));
/** Visitors are asked to sign in; other members are refused. */
const only = (status: number, ...allowed: Role[]) =>
	each((role) => {
		if (role === "anonymous") return 401;
		return allowed.includes(role) ? status : 403;
	});
/** Visitors are asked to sign in; what is another's is unknown to other members. */
const hidden = (status: number) =>
	each((role) => {
		if (role === "anonymous") return 401;
		return role === "owner" ? status : 404;
	});
const at = (path: string, body?: unknown) => () => ({ path, body });

let accounts = 0;

/**
 * Who may do what: one row a route, under its method and path as the app lists
 * them. A new route goes in with a row of its own: what to ask for, its subject
 * made by a `new…` of the world where asking uses it up, and who gets which
 * status, by `everyone`,
 * `members`, `only`, `hidden` or one by one.
 */
export const PERMISSIONS: Record<string, Row> = {
	"GET /api/health": { ask: at("/api/health"), answers: everyone(200) },
	"GET /api/openapi.json": {
		ask: at("/api/openapi.json"),
		answers: everyone(200),
	},
	"GET /api/docs": { ask: at("/api/docs"), answers: everyone(200) },
	"GET /api/samples": { ask: at("/api/samples"), answers: everyone(200) },
	"GET /api/stats": { ask: at("/api/stats"), answers: everyone(200) },
	"GET /api/community": { ask: at("/api/community"), answers: everyone(200) },
	"GET /api/search": { ask: at("/api/search?q=talk"), answers: everyone(200) },

	"GET /feed.xml": { ask: at("/feed.xml"), answers: everyone(200) },
	"GET /channel/:id/feed.xml": {
		ask: at("/channel/UC0000000000000000000000/feed.xml"),
		answers: everyone(200),
	},
	// Results of this site only, and that one is none.
	"GET /oembed": {
		ask: at("/oembed?url=https://example.com/"),
		answers: everyone(404),
	},
	"GET /embed/:id": {
		ask: ({ video_id }) => ({ path: `/embed/${video_id}` }),
		answers: everyone(200),
	},
	"GET /badge/:file": {
		ask: ({ video_id }) => ({ path: `/badge/${video_id}.svg` }),
		answers: everyone(200),
	},

	"GET /api/videos": { ask: at("/api/videos"), answers: everyone(200) },
	"GET /api/videos/recent": {
		ask: at("/api/videos/recent"),
		answers: everyone(200),
	},
	"GET /api/videos/:id": {
		ask: ({ video_id }) => ({ path: `/api/videos/${video_id}` }),
		answers: everyone(200),
	},
	"GET /api/videos/:id/transcript": {
		ask: ({ video_id }) => ({ path: `/api/videos/${video_id}/transcript` }),
		answers: everyone(200),
	},
	"GET /api/videos/:id/export": {
		ask: ({ video_id }) => ({ path: `/api/videos/${video_id}/export` }),
		answers: everyone(200),
	},
	"GET /api/videos/:id/export.csv": {
		ask: ({ video_id }) => ({ path: `/api/videos/${video_id}/export.csv` }),
		answers: everyone(200),
	},
	"GET /api/videos/:id/events": {
		ask: ({ video_id }) => ({ path: `/api/videos/${video_id}/events` }),
		answers: everyone(200),
	},
	"POST /api/analyze": {
		ask: ({ video_id }) => ({
			path: "/api/analyze",
			body: { url: watchUrl(video_id) },
		}),
		answers: members(200),
	},

	"POST /api/v1/analyze": {
		ask: ({ video_id }) => ({
			path: "/api/v1/analyze",
			body: { url: watchUrl(video_id) },
		}),
		answers: members(202),
	},
	"GET /api/v1/analyses/:id": {
		ask: async (world) => ({
			path: `/api/v1/analyses/${await world.newAnalysis()}`,
		}),
		answers: hidden(200),
	},

	"GET /api/videos/:id/my-votes": {
		ask: ({ video_id }) => ({ path: `/api/videos/${video_id}/my-votes` }),
		answers: members(200),
	},
	"PUT /api/statements/:id/vote": {
		ask: ({ statement_id }) => ({
			path: `/api/statements/${statement_id}/vote`,
			body: { vote_type: "upvote" },
		}),
		answers: members(200),
	},
	"DELETE /api/statements/:id/vote": {
		ask: ({ statement_id }) => ({
			path: `/api/statements/${statement_id}/vote`,
		}),
		answers: members(200),
	},
	"GET /api/me": { ask: at("/api/me"), answers: members(200) },
	"PATCH /api/me": {
		ask: at("/api/me", { full_name: "A Member" }),
		answers: members(200),
	},
	"DELETE /api/me": {
		ask: async (world) => ({ path: "/api/me", as: await world.newMember() }),
		answers: members(204),
	},
	"GET /api/me/export": { ask: at("/api/me/export"), answers: members(200) },
	"GET /api/me/sessions": {
		ask: at("/api/me/sessions"),
		answers: members(200),
	},
	"DELETE /api/me/sessions": {
		ask: at("/api/me/sessions"),
		answers: members(204),
	},
	"DELETE /api/me/sessions/:id": {
		ask: async (world) => {
			const { id } = await world.newSession(world.member_id("owner"));
			return { path: `/api/me/sessions/${id}` };
		},
		answers: hidden(204),
	},
	"GET /api/keys": { ask: at("/api/keys"), answers: members(200) },
	"POST /api/keys": {
		ask: at("/api/keys", { name: "My program" }),
		answers: members(201),
	},
	"DELETE /api/keys/:id": {
		ask: async (world) => ({ path: `/api/keys/${await world.newKey()}` }),
		answers: hidden(204),
	},

	"POST /api/newsletter": {
		ask: at("/api/newsletter", { email: "reader@example.test" }),
		answers: everyone(202),
	},
	"GET /api/newsletter/confirm": {
		ask: at("/api/newsletter/confirm?token=none"),
		answers: everyone(302),
	},
	"GET /api/newsletter/unsubscribe": {
		ask: at("/api/newsletter/unsubscribe?token=none"),
		answers: everyone(302),
	},
	"GET /api/admin/newsletter.csv": {
		ask: at("/api/admin/newsletter.csv"),
		answers: only(200, "admin"),
	},

	"GET /api/me/activity": {
		ask: at("/api/me/activity"),
		answers: members(200),
	},

	"GET /api/notifications": {
		ask: at("/api/notifications"),
		answers: members(200),
	},
	"GET /api/notifications/events": {
		ask: at("/api/notifications/events"),
		answers: members(200),
	},
	"POST /api/notifications/read": {
		ask: at("/api/notifications/read", { all: true }),
		answers: members(200),
	},

	"GET /api/claims": { ask: at("/api/claims"), answers: members(200) },
	"POST /api/claims": {
		ask: at("/api/claims", { url: "https://www.youtube.com/@harbour" }),
		answers: members(201),
	},
	"POST /api/claims/:id/verify": {
		ask: async (world) => ({
			path: `/api/claims/${(await world.newClaim()).id}/verify`,
		}),
		answers: only(200, "owner"),
	},
	"GET /api/admin/claims": {
		ask: at("/api/admin/claims"),
		answers: only(200, "admin"),
	},
	"POST /api/admin/claims/:id": {
		ask: async (world) => ({
			path: `/api/admin/claims/${(await world.newClaim()).id}`,
			body: { status: "rejected", reason: "No." },
		}),
		answers: only(200, "admin"),
	},

	"POST /api/responses": {
		ask: async (world) => ({
			path: "/api/responses",
			body: { video_id: await world.newVideo(), body: "We disagree." },
		}),
		answers: only(201, "creator"),
	},
	"PATCH /api/responses/:id": {
		ask: async (world) => ({
			path: `/api/responses/${(await world.newResponse()).id}`,
			body: { body: "We disagree strongly." },
		}),
		answers: only(200, "owner"),
	},
	"DELETE /api/responses/:id": {
		ask: async (world) => ({
			path: `/api/responses/${(await world.newResponse()).id}`,
		}),
		answers: only(200, "owner"),
	},

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
