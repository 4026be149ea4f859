import { watchUrl } from "./client.ts";
import {
	at,
	everyone,
	hidden,
	members,
	only,
	type Row,
} from "./permission-row.ts";
import { SIGN_IN_PERMISSIONS } from "./permission-table-sign-in.ts";
import { WEBHOOK_PERMISSIONS } from "./permission-table-webhooks.ts";

/**
 * Who may do what: one row a route, under its method and path as the app lists
 * them. A new route goes in with a row of its own: what to ask for, its subject
 * made by a `new…` of the world where asking uses it up, and who gets which
 * status, by `everyone`,
 * `members`, `only`, `hidden` or one by one.
 */
export const PERMISSIONS: Record<string, Row> = {
	"GET /api/health": { ask: at("/api/health"), answers: everyone(200) },
	"GET /api/health/ready": {
		ask: at("/api/health/ready"),
		answers: everyone(200),
	},
	// No METRICS_TOKEN is set: there is nothing to be let in to.
	"GET /api/metrics": { ask: at("/api/metrics"), answers: everyone(404) },
	"GET /api/openapi.json": {
		ask: at("/api/openapi.json"),
		answers: everyone(200),
	},
	"GET /api/docs": { ask: at("/api/docs"), answers: everyone(200) },
	"GET /api/samples": { ask: at("/api/samples"), answers: everyone(200) },
	"GET /api/stats": { ask: at("/api/stats"), answers: everyone(200) },
	"GET /api/community": { ask: at("/api/community"), answers: everyone(200) },
	"GET /api/search": { ask: at("/api/search?q=talk"), answers: everyone(200) },

	"GET /robots.txt": { ask: at("/robots.txt"), answers: everyone(200) },
	"GET /sitemap.xml": { ask: at("/sitemap.xml"), answers: everyone(200) },
	"GET /sitemaps/:file{[1-9][0-9]{0,3}\\.xml}": {
		ask: at("/sitemaps/9999.xml"),
		answers: everyone(404),
	},
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
	"GET /og/:file": {
		ask: ({ video_id }) => ({ path: `/og/${video_id}.png` }),
		answers: everyone(200),
	},
	"GET /badge/:file": {
		ask: ({ video_id }) => ({ path: `/badge/${video_id}.svg` }),
		answers: everyone(200),
	},

	"GET /api/v1/lookup": {
		ask: at("/api/v1/lookup?ids=AAAAAAAAAAA"),
		answers: everyone(200),
	},
	"GET /api/v1/lookup/:prefix": {
		ask: at("/api/v1/lookup/abcd"),
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
	"GET /api/admin/spending": {
		ask: at("/api/admin/spending"),
		answers: only(200, "admin"),
	},
	"GET /api/admin/spending/analyses": {
		ask: at("/api/admin/spending/analyses"),
		answers: only(200, "admin"),
	},
	"POST /api/admin/claims/:id": {
		ask: async (world) => ({
			path: `/api/admin/claims/${(await world.newClaim()).id}`,
			body: { status: "rejected", reason: "No." },
		}),
		answers: only(200, "admin"),
	},
	"GET /api/admin/votes": {
		ask: at("/api/admin/votes"),
		answers: only(200, "admin"),
	},
	"POST /api/admin/votes/:id": {
		ask: at("/api/admin/votes/0", { state: "lifted" }),
		answers: only(404, "admin"),
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
	...WEBHOOK_PERMISSIONS,
	...SIGN_IN_PERMISSIONS,
};
