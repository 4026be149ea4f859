import { PAGE_POLICY } from "#features/sharing/pages/page-headers.ts";

/** What there is to ask for. */
export type Known = {
	video_id: string;
	statement_id: string;
	/** A member's. */
	cookie: string;
};

/** By name; null for a header that must not be there. */
export type Headers = Record<string, string | RegExp | null>;

export type HeaderGroup = {
	name: string;
	path: (known: Known) => string;
	status?: number;
	method?: string;
	/** Asked as a member. */
	personal?: boolean;
	headers: Headers;
};

const NONE = "default-src 'none'; frame-ancestors 'none'";
const FRESH = "public, max-age=300, stale-while-revalidate=86400";
const NOBODY_KEEPS = "no-store";
const ASKS_EACH_TIME = "public, max-age=0, must-revalidate";

/** On whatever the worker answers. */
const COMMON: Headers = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"permissions-policy":
		"camera=(), microphone=(), geolocation=(), payment=(), usb=()",
	"x-frame-options": null,
	"set-cookie": null,
	// Nothing is kept for everybody that is different for somebody.
	vary: /^(accept-encoding)?$/i,
};
const PAGE: Headers = {
	...COMMON,
	"content-type": "text/html; charset=utf-8",
	"content-security-policy": PAGE_POLICY,
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-resource-policy": "same-origin",
	"cross-origin-embedder-policy": null,
	"cache-control": ASKS_EACH_TIME,
};
const MISSING_PAGE: Headers = { ...PAGE, "cache-control": NOBODY_KEEPS };
const API: Headers = {
	...COMMON,
	"content-type": /^application\/(problem\+)?json/,
	"content-security-policy": NONE,
	"cross-origin-resource-policy": "same-origin",
};
const PUBLIC: Headers = { ...API, "cache-control": "public, no-cache" };
const PERSONAL: Headers = {
	...API,
	"cache-control": NOBODY_KEEPS,
	"access-control-allow-origin": null,
};
const OPEN: Headers = {
	...COMMON,
	"content-security-policy": NONE,
	"cross-origin-resource-policy": "cross-origin",
	"cache-control": FRESH,
};
const BRIEF: Headers = { ...OPEN, "cache-control": "public, max-age=60" };
/** The platform serves these by itself, from what the build says of them. */
const FILE: Headers = {
	"x-content-type-options": "nosniff",
	"referrer-policy": "strict-origin-when-cross-origin",
	"content-security-policy": null,
	"set-cookie": null,
};

const at = (path: string) => () => path;
const result = (before: string, after = "") => ({
	path: ({ video_id }: Known) => before + video_id + after,
});
const FRAMED = /frame-ancestors \*; sandbox allow-popups/;

/** Each group of addresses, a few of its addresses each. */
export const HEADER_GROUPS: HeaderGroup[] = [
	{ name: "the home page", path: at("/"), headers: PAGE },
	{ name: "the archive", path: at("/results"), headers: PAGE },
	{ name: "a member's page", path: at("/dashboard"), headers: PAGE },
	{ name: "the page about the API", path: at("/api"), headers: PAGE },
	{ name: "the same with a slash", path: at("/api/"), headers: PAGE },
	{
		name: "a page with a query and a slash",
		path: at("/about/?from=mail"),
		headers: PAGE,
	},
	{ name: "a share page", ...result("/results/"), headers: PAGE },
	{
		name: "a statement's share page",
		path: ({ video_id, statement_id }) =>
			`/results/${video_id}/statements/${statement_id}`,
		headers: PAGE,
	},
	...[
		["an unknown page", "/no/such/page"],
		["an unknown file", "/no-such-file.txt"],
		["a file of another build", "/assets/index-B8xQ2a7c.js"],
		["an unknown video", "/results/unknownvid1"],
		["a statement of none", "/results/unknownvid1/statements/x"],
	].map(([name = "", path = ""]) => ({
		...{ name, path: at(path), status: 404, headers: MISSING_PAGE },
	})),
	{
		name: "a card for other sites",
		...result("/embed/"),
		headers: { ...OPEN, "content-security-policy": FRAMED },
	},
	{
		name: "a card of none",
		path: at("/embed/unknownvid1"),
		status: 404,
		headers: { ...BRIEF, "content-security-policy": FRAMED },
	},
	{
		name: "a badge",
		...result("/badge/", ".svg"),
		headers: { ...OPEN, "content-security-policy": /^default-src 'none'/ },
	},
	{ name: "a preview picture", ...result("/og/", ".png"), headers: OPEN },
	{ name: "a feed", path: at("/feed.xml"), headers: OPEN },
	{ name: "the sitemap", path: at("/sitemap.xml"), headers: OPEN },
	{ name: "the rules for crawlers", path: at("/robots.txt"), headers: OPEN },
	{
		name: "a public answer",
		...result("/api/videos/"),
		headers: { ...PUBLIC, "access-control-allow-origin": "*" },
	},
	{ name: "the health", path: at("/api/health"), headers: PUBLIC },
	{
		name: "the readiness",
		path: at("/api/health/ready"),
		headers: PERSONAL,
	},
	{
		name: "a download",
		...result("/api/videos/", "/export.csv"),
		headers: { ...PUBLIC, "content-type": /^text\/csv/ },
	},
	{
		name: "a stream of events",
		...result("/api/videos/", "/events"),
		headers: {
			...API,
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		},
	},
	{
		name: "the API's reference",
		path: at("/api/docs"),
		headers: {
			...API,
			"content-type": "text/html; charset=utf-8",
			"content-security-policy":
				"default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"cache-control": "public, max-age=300",
		},
	},
	{
		name: "an API refusal",
		path: at("/api/nothing"),
		status: 404,
		headers: PERSONAL,
	},
	{
		name: "what only members see, to a stranger",
		path: at("/api/me"),
		status: 401,
		headers: PERSONAL,
	},
	...["/api/me", "/api/notifications", "/api/keys", "/api/me/activity"].map(
		(path) => ({
			...{ name: `a member's own ${path}`, path: at(path) },
			...{ personal: true, headers: PERSONAL },
		}),
	),
	{
		name: "who is signed in",
		path: at("/api/auth/session"),
		personal: true,
		headers: PERSONAL,
	},
	{
		name: "a write",
		path: at("/api/notifications/read"),
		status: 415,
		method: "POST",
		headers: PERSONAL,
	},
	{
		name: "a public file",
		path: at("/favicon.svg"),
		headers: { ...FILE, "content-type": /^image\/svg\+xml/ },
	},
	{ name: "the first script", path: at("/theme.js"), headers: FILE },
	{
		name: "the app's manifest",
		path: at("/manifest.webmanifest"),
		headers: FILE,
	},
];
