import type { Sample } from "#contract/site.ts";
import type { SearchAnswer } from "#contract/video.ts";
import { SITE } from "#tests/support/fakes/google.ts";
import { PERMISSIONS } from "#tests/support/fixtures/permission-table.ts";
import { ENDPOINTS } from "#worker/endpoints.ts";
import type { RecordedExample } from "#worker/openapi/document-types.ts";
import { BUILT_ORIGIN } from "#worker/openapi/routes.ts";
import {
	type ExampleRequest,
	preparedRequests,
	type RecordingSites,
	serveExamplePages,
} from "./example-requests.ts";
import { type Ask, createWorld, ROLES, type World } from "./permissions.ts";
import type { Product } from "./product.ts";
import { aMember, type SignedIn } from "./signed-in.ts";
import { runToEnd } from "./viewers.ts";

/**
 * The samples' reports, read as anyone reads them, by operation. `page` is the address of another
 * site's page.
 */
async function askAboutSamples(reader: SignedIn, page: string): Promise<Record<string, Ask>> {
	const { body } = await reader.get<{ samples: Sample[] }>("/api/samples");
	for (const { id } of body.samples) await runToEnd(reader, id);
	const [first] = body.samples;
	if (!first) throw new Error("There are no samples");
	const video = `/api/videos/${first.id}`;
	const { statements } = await reader.report(first.id);
	const [evidence] = statements.flatMap((one) => one.evidence);
	const [word = ""] = /\p{L}{6,}/u.exec(statements[0]?.content ?? "") ?? [];
	const search = `/api/search?q=${word.toLowerCase()}`;
	const found = await reader.get<SearchAnswer>(search);
	const statement_id = statements[0]?.id ?? "";
	const ask = (path: string, sent?: unknown): Ask => ({ path, body: sent });
	return {
		listSamples: ask("/api/samples"),
		sampleResults: ask("/api/samples/results"),
		analyze: ask("/api/analyze", { url: first.url }),
		readTranscript: ask("/api/transcripts/read", {
			transcript:
				"Ada Byron  0:04\nThe bridge was opened in 1932.\n\nBen Okafor  0:09\nWho built it?",
		}),
		requestAnalysis: ask("/api/v1/analyze", { url: first.url, options: { models: ["openai"] } }),
		getReport: ask(video),
		watchAnalysis: ask(`${video}/events`),
		getTranscript: ask(`${video}/transcript`),
		exportReport: ask(`${video}/export`),
		exportStatements: ask(`${video}/export.csv`),
		readEvidenceRecord: ask(`${video}/evidence`),
		readEvidence: ask(`/api/evidence/${evidence?.id}`),
		listVersions: ask(`${video}/versions`),
		compareVersions: ask(`${video}/versions/1`),
		readClaim: ask(`/api/statements/${found.body.statements[0]?.key}`),
		searchVideos: ask(search),
		listVideos: ask("/api/videos?limit=1"),
		recentVideos: ask("/api/videos/recent"),
		lookUpVideos: ask(`/api/v1/lookup?ids=${first.id}&statements=1`),
		getStats: ask("/api/stats"),
		getHealth: ask("/api/health"),
		setVote: ask(`/api/statements/${statement_id}/vote`, { vote_type: "upvote" }),
		addPage: ask(`/api/statements/${statement_id}/pages`, { url: page }),
		dispute: ask(`/api/statements/${statement_id}/disputes`, { reason: "outdated", url: page }),
		myVotes: ask(`${video}/my-votes`),
		getActivity: ask("/api/me/activity"),
		follow: ask(`/api/follows/video/${first.id}`, {}),
		listFollows: ask("/api/follows"),
	};
}

/** The description itself, which has the examples, and its page. */
const ABOUT_ITSELF = new Set(["getOpenApi", "getDocs"]);

/** Records every operation once, in the order of the description. */
export async function recordExamples({
	demo,
	live,
	mail,
	web,
}: RecordingSites): Promise<Record<string, RecordedExample>> {
	serveExamplePages(web);
	const reader = await aMember(demo);
	const about_samples = await askAboutSamples(reader, `${web.origin}/register`);
	const world = await createWorld(live);
	const prepared = preparedRequests({ demo, live, mail, web, world });
	const examples: Record<string, RecordedExample> = {};
	const steady = steadyValues();
	for (const { id, method, path } of ENDPOINTS) {
		const about_sample = about_samples[id];
		const request: ExampleRequest = about_sample
			? { product: demo, cookie: reader.cookie(), ...about_sample }
			: ((await prepared[id]?.()) ?? (await plainRequest(live, world, method, path)));
		const { status, text } = await send(method, request);
		const { path: asked_path, body } = request;
		const recorded = { path: asked_path, ...(body !== undefined && { body }), status };
		const shown = text !== "" && !ABOUT_ITSELF.has(id);
		const whole = shown ? { ...recorded, answer: readable(text) } : recorded;
		examples[id] = shorten(steady(whole, request.product.url)) as RecordedExample;
	}
	return examples;
}

/** The request of the table of permissions, as a role for which it succeeds. */
async function plainRequest(
	product: Product,
	world: World,
	method: string,
	path: string,
): Promise<ExampleRequest> {
	const row = PERMISSIONS[`${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`];
	if (!row) throw new Error(`${method} ${path} is not in the table`);
	const allowed = ROLES.filter((role) => ![401, 403].includes(row.answers[role]));
	const [role = "member"] = allowed.toSorted((a, b) => row.answers[a] - row.answers[b]);
	const ask = await row.ask(world, role);
	if (role === "anonymous") return { product, cookie: "", ...ask };
	const { cookie } = await world.newSession(ask.as ?? world.member_id(role));
	return { product, cookie, ...ask };
}

async function send(method: string, { product, path, body, cookie, key }: ExampleRequest) {
	const response = await fetch(product.url + path, {
		method,
		redirect: "manual",
		headers: {
			connection: "close",
			...(key === undefined ? { cookie } : { authorization: `Bearer ${key}` }),
			...(method !== "GET" && { "content-type": "application/json" }),
		},
		...(method !== "GET" && body !== undefined && { body: JSON.stringify(body) }),
	});
	return { status: response.status, text: await beginning(response) };
}

/** The whole body, or what a stream of events says first. */
async function beginning(response: Response): Promise<string> {
	if (!response.headers.get("content-type")?.startsWith("text/event-stream"))
		return response.text();
	const decoder = new TextDecoder();
	let text = "";
	for await (const chunk of response.body ?? []) {
		text += decoder.decode(chunk as Uint8Array, { stream: true });
		if (/\ndata: .*\n\n/.test(text)) break;
	}
	return text;
}

function readable(text: string): unknown {
	if (text.includes("\0")) return undefined;
	return text.startsWith("{") ? JSON.parse(text) : text;
}

const MAX_ITEMS = 1;
const MAX_CHARS = 300;

/** Shows one item of each list, and the beginning of each text. */
function shorten(value: unknown): unknown {
	if (typeof value === "string")
		return value.length > MAX_CHARS ? `${value.slice(0, MAX_CHARS - 1).trimEnd()}…` : value;
	if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
	return mapFields(value, shorten);
}

function mapFields(value: unknown, change: (inner: unknown, name: string) => unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, change(inner, name)]),
	);
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
/** A random value in base64url: letters of both cases. */
const RANDOM = /(?<![\w-])(?!whsec_)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,}/g;
/** Another site of this machine, also within an address's parameters. */
const OTHER_SITE = /\bhttp(:\/\/|%3A%2F%2F)127\.0\.0\.1(?::|%3A)\d+/g;
const ONE_TIME_CODE = /^\d{6}$/;
/** The code beside a mailed link. */
const MAILED_CODE = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/;
/** The year of the recording, in a feed's ids. */
const TAG_YEAR = /(?<=\btag:[\w.-]{1,99},)\d{4}/g;
/** A second factor's secret in base32. */
const BASE32 = /\b[A-Z2-7]{32}\b/g;
const WEBHOOK_SECRET = /\bwhsec_[\w+/]+=*/g;
const RECOVERY_CODE = /^(?:[a-z2-7]{4}-){5}[a-z2-7]{4}$/;
/** A piece of evidence has another id in each run, a claim's key follows from its words. */
const EVIDENCE = /(?<=^|\/api\/evidence\/)[0-9a-f]{24}$/;
/** Ids that the tests of one process count together. */
const COUNTED = /\b(vid|UC|(?:statement|claim|member|voter)-|Member |new)(0*[1-9]\d*)\b/g;
const RUN = /(?<=\bid: |"run":")[0-9a-z]{20}/g;
/** How many events a run has had by its end depends on how its steps fell together. */
const EVENT = /(?<=\bid: [0-9a-z]{20}-)\d+/g;

const NOTICE_NUMBER = /\b[0-9a-hjkmnp-tv-z]{32}\b/g;

const EXAMPLE_EVIDENCE = "0123456789abcdef01234567";

const EXAMPLE_WEBHOOK_SECRET = `whsec_${"ExampleOfAWebhookSecret/".repeat(2).slice(0, 43)}=`;

/** What differs between two recordings although nothing else does, by the field's name. */
const BY_NAME: Record<string, unknown> = {
	day: "2026-01-31",
	/** The account is from a fixed day, so it gets older every day. */
	days_active: 328,
	latency_ms: 3,
	run: "exampleofarun0000001",
	verification_code: "bs-ABC234",
};

/**
 * A function that replaces the times and random values of a recording, so that all recordings are
 * the same. One value always becomes the same other one.
 */
function steadyValues() {
	const known = new Map<string, string>();
	const replace = (random: string): string => {
		const made = known.get(random) ?? `ExampleNo${known.size + 1}x`.padEnd(random.length, "x");
		known.set(random, made);
		return made;
	};
	const recount = (_: string, prefix: string, digits: string): string =>
		prefix + "1".padStart(digits.startsWith("0") ? digits.length : 0, "0");
	return function steady(value: unknown, origin: string, name = ""): unknown {
		if (name in BY_NAME && typeof value === typeof BY_NAME[name]) return BY_NAME[name];
		if (typeof value === "string")
			return value
				.replaceAll(origin, BUILT_ORIGIN)
				.replaceAll(SITE, BUILT_ORIGIN)
				.replaceAll(TAG_YEAR, "2026")
				.replaceAll(OTHER_SITE, "https$1example.com")
				.replace(ONE_TIME_CODE, "123456")
				.replace(MAILED_CODE, "BCDF-GHJK")
				.replace(RECOVERY_CODE, "abcd-efgh-ijkl-mnop-qrst-uvwx")
				.replaceAll(WEBHOOK_SECRET, EXAMPLE_WEBHOOK_SECRET)
				.replaceAll(BASE32, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
				.replaceAll(INSTANT, "2026-01-31T10:00:00.000Z")
				.replaceAll(UUID, "01234567-89ab-4def-8123-456789abcdef")
				.replaceAll(EVENT, "57")
				.replaceAll(NOTICE_NUMBER, `${"0".repeat(31)}1`)
				.replaceAll(RUN, "exampleofarun0000001")
				.replace(EVIDENCE, (id) => (name === "key" ? id : EXAMPLE_EVIDENCE))
				.replaceAll(COUNTED, recount)
				.replaceAll(RANDOM, replace);
		if (Array.isArray(value)) return value.map((one) => steady(one, origin));
		const keyed = mapFields(value, (inner, field) => steady(inner, origin, field));
		return renameFields(keyed, replace);
	};
}

/** Some objects have ids for names. */
function renameFields(value: unknown, replace: (random: string) => string): unknown {
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name.replaceAll(RANDOM, replace), inner]),
	);
}
