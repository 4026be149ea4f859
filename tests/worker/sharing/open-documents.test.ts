import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { publish } from "#features/analysis/publication-queries.ts";
import {
	aFailedRun,
	aStatement,
	aTranscript,
	instant,
	someMetadata,
} from "#tests/support/fixtures/publications.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";
import { aMember, databaseOf, published } from "#tests/support/world/signed-in.ts";

const CHANNEL = "UCabcdefghijklmnopqrstuv";
const FRESH = "public, max-age=300, must-revalidate";

/** A real, listed result of CHANNEL with two statements. */
let real: string;
let statement_id: string;
let newer: string;
let of_member: string;
let simulated: string;
let failed: string;

const product = opened(() => startProduct());
beforeAll(async () => {
	const statements = [aStatement({ ai_score: 20 }), aStatement({ ai_score: 90 })];
	statement_id = statements[0]?.id ?? "";
	const metadata = someMetadata({ title: "Bridges & <tunnels>\u0008", channel_id: CHANNEL });
	const [score, at] = [{ bs_score: 55 }, { ended_at: instant(10) }];
	real = (await published(product, { ...score, ...at, statements, metadata })).video_id;
	newer = (await published(product, { ended_at: instant(20) })).video_id;
	of_member = (await published(product, { transcript: aTranscript("member"), metadata })).video_id;
	simulated = (await published(product, { simulated: true, metadata })).video_id;
	const failure = aFailedRun();
	await publish(await databaseOf(product), failure);
	failed = failure.video_id;
});

async function ask(path: string, headers: Record<string, string> = {}) {
	const answer = await fetch(product.url + path, {
		redirect: "manual",
		headers: { connection: "close", ...headers },
	});
	return { answer, headers: answer.headers, text: await answer.text() };
}

const oembedPath = (page: string, more = "") =>
	`/oembed?url=${encodeURIComponent(product.url + page)}${more}`;

describe("documents for other sites", () => {
	it.each([
		["/feed.xml", "application/atom+xml; charset=utf-8"],
		[`/channel/${CHANNEL}/feed.xml`, "application/atom+xml; charset=utf-8"],
		["/embed/ID", "text/html; charset=utf-8"],
		["/embed/ID?theme=dark", "text/html; charset=utf-8"],
		["/badge/ID.svg", "image/svg+xml; charset=utf-8"],
		["/oembed", "application/json"],
	])("%s can be cached, revalidated and loaded from any origin", async (at, type) => {
		const path = at === "/oembed" ? oembedPath(`/results/${real}`) : at.replace("ID", real);
		const { answer, headers } = await ask(path);
		expect(answer.status).toBe(200);
		expect(headers.get("content-type")).toBe(type);
		expect(headers.get("cache-control")).toBe(FRESH);
		expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
		expect(headers.get("x-content-type-options")).toBe("nosniff");
		expect(headers.get("x-frame-options")).toBeNull();
		expect(headers.getSetCookie()).toEqual([]);
		expect(headers.get("content-security-policy")).toContain("default-src 'none'");
		const etag = headers.get("etag") ?? "";
		expect(etag).toMatch(/^"v\d+-[\w-]+"$/);
		for (const mine of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
			const again = await ask(path, { "if-none-match": mine });
			expect(again.answer.status, mine).toBe(304);
			expect(again.text).toBe("");
			expect(again.headers.get("etag")).toBe(etag);
			expect(again.headers.get("cache-control")).toBe(FRESH);
		}
		const other = await ask(path, { "if-none-match": '"v0-other"' });
		expect(other.answer.status).toBe(200);
	});

	it("get a new ETag when there is a newer result", async () => {
		const { video_id } = await published(product, { bs_score: 10 });
		const paths = [
			`/embed/${video_id}`,
			`/badge/${video_id}.svg`,
			oembedPath(`/results/${video_id}`),
		];
		const before = await Promise.all(paths.map((path) => ask(path)));
		await published(product, {
			video_id,
			bs_score: 90,
			statements: [aStatement({ ai_score: 90 })],
			ended_at: instant(30),
		});
		for (const [index, path] of paths.entries()) {
			const mine = before[index]?.headers.get("etag") ?? "";
			const { answer, headers } = await ask(path, { "if-none-match": mine });
			expect(answer.status, path).toBe(200);
			expect(headers.get("etag")).toMatch(/^"v2-/);
		}
		expect((await ask(`/badge/${video_id}.svg`)).text).toContain("90 High BS");
	});

	it("return 404 under malformed paths, while a report page stays HTML", async () => {
		for (const path of ["/badge/x", `/badge/${real}.png`, "/channel/x/feed.xml"]) {
			const { answer, headers } = await ask(path);
			expect(answer.status, path).toBe(404);
			expect(headers.get("content-type")).toBe("application/problem+json");
		}
		const { headers } = await ask(`/results/${real}`);
		expect(headers.get("content-type")).toContain("text/html");
	});
});

describe("Atom feed", () => {
	const idsOf = (text: string) =>
		[...text.matchAll(/<id>tag:localhost,2026:results\/([^<]+)<\/id>/g)].map(([, id]) => id);

	it("lists real results newest first, without simulated ones and pasted transcripts", async () => {
		const ids = idsOf((await ask("/feed.xml")).text);
		expect(ids.indexOf(newer)).toBeGreaterThanOrEqual(0);
		expect(ids.indexOf(real)).toBeGreaterThan(ids.indexOf(newer));
		for (const absent of [of_member, simulated, failed]) expect(ids).not.toContain(absent);
	});

	it("of a channel lists only that channel's results", async () => {
		const { text } = await ask(`/channel/${CHANNEL}/feed.xml`);
		expect(idsOf(text)).toEqual([real]);
		expect(text).toContain("<title>Bridges &amp; &lt;tunnels&gt;</title>");
		expect(text).toContain("<title>BS Detector: analyses of Bridge Channel</title>");
	});

	it("of a channel without results is empty", async () => {
		const { answer, text } = await ask("/channel/UC----------------------/feed.xml");
		expect(answer.status).toBe(200);
		expect(idsOf(text)).toEqual([]);
	});

	it("contains no simulated results in demo mode", async () => {
		await product.restart(DEMO_ENV);
		const shown = await ask(`/embed/${simulated}`);
		expect(shown.text).not.toContain("ai_models");
		expect(shown.answer.status).toBe(200);
		expect(shown.text).toContain("Simulated.");
		const ids = idsOf((await ask("/feed.xml")).text);
		expect(ids).toContain(real);
		expect(ids).not.toContain(simulated);
		await product.restart();
	});
});

describe("GET /embed/{id}", () => {
	it("can be framed by any site and allows no script but its own", async () => {
		const { headers, text } = await ask(`/embed/${real}`);
		expect(text).toContain('<meta name="generator-kind" content="ai_models">');
		const policy = headers.get("content-security-policy") ?? "";
		expect(policy).toContain("frame-ancestors *");
		const [, script = ""] = /<script>([^<]*)<\/script>/.exec(text) ?? [];
		const hash = createHash("sha256").update(script).digest("base64");
		expect(policy).toContain(`script-src 'sha256-${hash}';`);
		expect(policy).not.toMatch(/unsafe|allow-same-origin/);
		expect(text.match(/<script/g)).toHaveLength(1);
		expect(text).toContain("Bridges &amp; &lt;tunnels&gt;");
		expect(text).toContain(`href="${product.url}/results/${real}"`);
		expect(text).toContain("1 factual");
		expect(text).toContain("1 misleading");
	});

	it.each([["ID"], ["nothing-at-all"], ["short"]])(
		"returns 404 with a message for an unknown video (%s)",
		async (id) => {
			const { answer, headers, text } = await ask(`/embed/${id === "ID" ? simulated : id}`);
			expect(answer.status).toBe(404);
			expect(headers.get("content-type")).toContain("text/html");
			expect(headers.get("etag")).toBeNull();
			expect(text).toContain("There is no analysis of this video.");
		},
	);

	it("shows a message for a video whose analysis failed", async () => {
		const { answer, text } = await ask(`/embed/${failed}`);
		expect(answer.status).toBe(200);
		expect(text).toContain("could not be analyzed");
	});

	it("shows that the first analysis is running, without caching it", async () => {
		product.ai.behave("all", { fault: "never_answers" }, "rate");
		const member = await aMember(product);
		const id = product.newVideo();
		await member?.analyze(watchUrl(id));
		const { answer, headers, text } = await ask(`/embed/${id}`);
		expect(answer.status).toBe(200);
		expect(text).toContain("is running");
		expect(headers.get("cache-control")).toBe("no-store");
		expect((await ask(`/badge/${id}.svg`)).text).toContain("pending");
		const { answer: oembed } = await ask(oembedPath(`/results/${id}`));
		expect(oembed.status).toBe(200);
		expect(oembed.headers.get("cache-control")).toBe("public, max-age=60");
		product.ai.reset();
	});
});

describe("GET /badge/{id}.svg", () => {
	it("returns an SVG image whose policy allows no scripts", async () => {
		const { headers, text } = await ask(`/badge/${real}.svg`);
		expect(headers.get("content-security-policy")).toBe(
			"default-src 'none'; style-src 'unsafe-inline'; sandbox",
		);
		expect(text).toContain("55 Moderate BS");
	});

	it("returns 404 with a message for an unknown video", async () => {
		const { answer, text } = await ask("/badge/nothing-at-all.svg");
		expect(answer.status).toBe(404);
		expect(text).toContain("not analyzed");
	});
});

describe("GET /oembed", () => {
	it("describes a result or a statement's page to any site", async () => {
		for (const page of [
			`/results/${real}`,
			`/results/${real}/`,
			`/results/${real}?from=feed#s-1`,
			`/results/${real}/statements/${statement_id}`,
		]) {
			const { answer, headers, text } = await ask(
				oembedPath(page, "&format=json&maxwidth=320&maxheight=200"),
			);
			expect(answer.status, page).toBe(200);
			expect(headers.get("access-control-allow-origin")).toBe("*");
			expect(JSON.parse(text)).toMatchObject({
				type: "rich",
				version: "1.0",
				width: 320,
				height: 200,
				html: expect.stringContaining(`${product.url}/embed/${real}`),
			});
		}
	});

	it.each([
		["/oembed", 400],
		["/oembed?url=", 400],
		["/oembed?url=nonsense", 404],
		["/oembed?url=https%3A%2F%2Fexample.com%2Fresults%2Fabcdefghijk", 404],
		["/oembed?format=xml&url=https%3A%2F%2Fexample.com", 501],
		["OWN/results/nothing-at", 404],
		["OWN/results/nothing-atx", 404],
		["OWN/account", 404],
		["OWN/results/REAL/statements/unknown", 404],
	])("%s returns %i with a body that any site can read", async (path, status) => {
		const own = path.startsWith("OWN") ? oembedPath(path.slice(3).replace("REAL", real)) : path;
		const { answer, headers, text } = await ask(own);
		expect(answer.status).toBe(status);
		expect(headers.get("content-type")).toBe("application/problem+json");
		expect(headers.get("access-control-allow-origin")).toBe("*");
		expect(JSON.parse(text)).toMatchObject({ status });
	});
});
