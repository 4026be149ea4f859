/**
 * Which addresses a page of another site may read. `public`: reads that are
 * the same for everyone. `keyed`: the programs' API, read with a key that the
 * page itself sends; a browser's cookies never count there. `own`: nothing
 * that is personal is shown to another site's page.
 */
export type CrossOrigin = "public" | "keyed" | "own";

const ID = "[^/]+";
/** Named one by one: a route that is added is closed until it is named. */
const PUBLIC = [
	"health",
	"samples",
	"stats",
	"community",
	"search",
	"openapi\\.json",
	"videos",
	"videos/recent",
	`videos/${ID}`,
	`videos/${ID}/transcript`,
	`videos/${ID}/events`,
	`videos/${ID}/export`,
	`videos/${ID}/export\\.csv`,
	"v1/lookup",
	`v1/lookup/${ID}`,
];
const PUBLIC_PATH = new RegExp(`^/api/(?:${PUBLIC.join("|")})$`);
const KEYED_PATH = /^\/api\/v1\//;

export function crossOriginOf(path: string): CrossOrigin {
	if (PUBLIC_PATH.test(path)) return "public";
	return KEYED_PATH.test(path) ? "keyed" : "own";
}
