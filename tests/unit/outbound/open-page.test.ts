import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LookupBounds } from "#outbound/addresses.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { createPageOpener, MAX_PAGE_BYTES, type PageRules } from "#outbound/open-page.ts";
import type { OutboundFetch } from "#outbound/outbound.ts";
import { pages, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";

let web: WebWorld;
/** Must never be reached by a page: every request that arrives here got past the checks. */
let inside: WebWorld;
beforeAll(async () => {
	web = await startWebWorld();
	inside = await startWebWorld();
	inside.serve((_, response) => response.end("secret"));
});
beforeEach(() => {
	web.asked.length = 0;
	inside.asked.length = 0;
	web.serve(pages({ "/a": "<p>Hello" }));
});
afterAll(async () => {
	await web.close();
	await inside.close();
});

type Given = {
	rules?: Partial<PageRules>;
	resolve?: (hostname: string, bounds: LookupBounds) => Promise<string[]>;
	now?: () => number;
	fetch?: OutboundFetch;
};

function opener({ rules, resolve, now, fetch }: Given = {}) {
	return createPageOpener({
		fetch: fetch ?? createOutboundGate(),
		resolve: resolve ?? (async () => []),
		rules: {
			trusted_hosts: [web.host],
			blocked_hosts: [],
			own_hostname: "facts.example.org",
			...rules,
		},
		contact: "https://facts.example.org/how-it-works; team@example.org",
		now: now ?? (() => Date.now()),
	});
}

/** Opens a page of a source's own API, at the address that the operator set. */
const openOfApi = (url: string, trusted_host: string) =>
	opener()({ url, ask_robots: false, trusted_host });
const open = (url: string, given: Given = {}, ask_robots = true) =>
	opener(given)({ url, ask_robots });

function redirecting(location: string) {
	web.serve((path, response) => {
		if (path === "/a") response.writeHead(302, { location }).end("moved");
		else response.writeHead(404).end();
	});
}

describe("page opener", () => {
	it("opens a page and identifies itself in the user agent", async () => {
		const outcome = await open(`${web.origin}/a#part`);
		expect(outcome).toMatchObject({
			ok: true,
			page: { final_url: `${web.origin}/a`, content_type: "text/html; charset=utf-8" },
		});
		if (outcome.ok) expect(Buffer.from(outcome.page.bytes).toString()).toBe("<p>Hello");
		const { "user-agent": agent, cookie } = web.asked.at(-1)?.headers ?? {};
		expect(agent).toBe("BSDetector/1 (+https://facts.example.org/how-it-works; team@example.org)");
		expect(cookie).toBeUndefined();
	});

	it("reads at most two megabytes of a page", async () => {
		web.serve((path, response) => {
			if (path === "/robots.txt") return void response.writeHead(404).end();
			response.writeHead(200, { "content-type": "text/html" });
			const more = () => {
				while (response.write("x".repeat(65_536)));
				response.once("drain", more);
			};
			more();
		});
		const outcome = await open(`${web.origin}/a`);
		expect(outcome.ok && outcome.page.bytes.byteLength).toBe(MAX_PAGE_BYTES);
	});

	it.each([404, 403, 500, 204])("does not open a page with status %i", async (status) => {
		web.serve((path, response) => response.writeHead(path === "/a" ? status : 404).end());
		expect(await open(`${web.origin}/a`)).toEqual({
			ok: false,
			reason: "status",
			status,
			retry_after_ms: null,
		});
	});

	it("returns the Retry-After of a 429 response", async () => {
		web.serve((path, response) => {
			const wait = path === "/a" ? { "retry-after": "9" } : {};
			response.writeHead(path === "/a" ? 429 : 404, wait).end();
		});
		expect(await open(`${web.origin}/a`)).toMatchObject({
			ok: false,
			status: 429,
			retry_after_ms: 9_000,
		});
	});

	it("does not open a page whose connection breaks off", async () => {
		web.serve((path, response) => {
			if (path === "/robots.txt") return void response.writeHead(404).end();
			response.writeHead(200, { "content-length": "100" }).write("x");
			response.destroy();
		});
		expect(await open(`${web.origin}/a`)).toMatchObject({ ok: false, reason: "unreachable" });
	});

	it.each(["/w/a", "/%77/a", "//w/a", "/%57/../%77//a", "/w%2fa"])(
		"is refused by a rule of robots.txt however the path is written: %s",
		async (path) => {
			const asked: string[] = [];
			web.serve((at, response) => {
				if (at !== "/robots.txt") asked.push(at);
				response.end("User-agent: *\nDisallow: /w/\nDisallow: /w%2f\n");
			});
			expect(await open(`${web.origin}${path}`)).toMatchObject({ ok: false, reason: "robots" });
			expect(asked).toEqual([]);
		},
	);

	it("opens at most two pages of a host at once", async () => {
		web.serve((path, response) => {
			if (path === "/robots.txt") response.writeHead(404).end();
			else setTimeout(() => response.end(path), 20);
		});
		const before = web.most_open;
		const ask = opener();
		const outcomes = await Promise.all(
			["/1", "/2", "/3", "/4", "/5"].map((path) =>
				ask({ url: `${web.origin}${path}`, ask_robots: true }),
			),
		);
		expect(outcomes.every(({ ok }) => ok)).toBe(true);
		expect(before).toBeLessThanOrEqual(2);
		expect(web.most_open).toBe(2);
	});
});

describe("redirects of a page", () => {
	it.each([301, 302, 303, 307, 308])("are followed for status %i", async (status) => {
		web.serve((path, response) => {
			if (path === "/a") response.writeHead(status, { location: "b?c=1" }).end();
			else pages({ "/b?c=1": "<p>there" })(path, response);
		});
		expect(await open(`${web.origin}/a`)).toMatchObject({
			ok: true,
			page: { final_url: `${web.origin}/b?c=1` },
		});
	});

	it("are followed to an address that the server writes in UTF-8 without encoding it", async () => {
		const path = "/Größe/улица?q=é";
		// A header's bytes are given as one character each.
		const location = Buffer.from(path).toString("latin1");
		web.serve((asked, response) => {
			if (asked === "/a") response.writeHead(302, { location }).end();
			else pages({ [encodeURI(path)]: "<p>there" })(asked, response);
		});
		expect(await open(`${web.origin}/a`)).toMatchObject({
			ok: true,
			page: { final_url: `${web.origin}${encodeURI(path)}` },
		});
	});

	it("are followed at most four times", async () => {
		web.serve((path, response) => {
			const step = Number(path.slice(1));
			if (path === "/robots.txt") response.writeHead(404).end();
			else if (step > 0) response.writeHead(302, { location: `/${step - 1}` }).end();
			else response.end("there");
		});
		expect(await open(`${web.origin}/4`)).toMatchObject({ ok: true });
		expect(await open(`${web.origin}/5`)).toMatchObject({ ok: false, reason: "redirects" });
	});

	it.each(["", "http://[", "javascript:alert(1)", "file:///etc/passwd"])(
		"to an invalid address are not followed: %s",
		async (location) => {
			redirecting(location);
			expect(await open(`${web.origin}/a`)).toMatchObject({ ok: false });
		},
	);

	const hostile = (): [string, string][] => [
		["the loopback address", `http://127.0.0.1:${inside.port}/`],
		["the loopback address in short form", `http://127.1:${inside.port}/`],
		["the loopback address in decimal form", `http://2130706433:${inside.port}/`],
		["the loopback address in octal form", `http://0177.0.0.1:${inside.port}/`],
		["the loopback address in hexadecimal form", `http://0x7f000001:${inside.port}/`],
		["the unspecified address", `http://0.0.0.0:${inside.port}/`],
		["IPv6 loopback", `http://[::1]:${inside.port}/`],
		["an IPv4-mapped address", `http://[::ffff:127.0.0.1]:${inside.port}/`],
		["localhost", `http://localhost:${inside.port}/`],
		["a name below localhost", `http://a.localhost:${inside.port}/`],
		["the metadata service", "http://169.254.169.254/latest/meta-data/"],
		["a name with an internal address", "http://rebind.example.net/"],
		["a name with an internal address among others", "http://both.example.net/"],
		["a name without addresses", "http://nowhere.example.net/"],
		["the site itself", "https://facts.example.org/api/health"],
		["a port", `http://news.example.net:${inside.port}/`],
		["a user name", "http://user@news.example.net/"],
	];

	it("to internal or own addresses are never followed", async () => {
		const gate = createOutboundGate();
		const sent: string[] = [];
		const fetch: OutboundFetch = (url, ...rest) => {
			sent.push(new URL(url).host);
			return gate(url, ...rest);
		};
		const addresses: Record<string, string[]> = {
			"rebind.example.net": ["127.0.0.1"],
			"both.example.net": ["93.184.216.34", "::1"],
		};
		const resolve = async (hostname: string) => addresses[hostname] ?? [];
		for (const [what, location] of hostile()) {
			redirecting(location);
			const outcome = await open(`${web.origin}/a`, { resolve, fetch });
			expect(outcome, what).toMatchObject({ ok: false });
			// Nor is the address opened directly.
			expect(await open(location, { resolve, fetch }), what).toMatchObject({ ok: false });
		}
		expect(inside.asked).toEqual([]);
		expect(new Set(sent)).toEqual(new Set([web.host]));
	});

	it("to an internal address are refused even if the operator's own API is there", async () => {
		inside.serve(pages({ "/w/page": "<p>Of the API" }));
		const api_page = `${inside.origin}/w/page`;
		expect(await openOfApi(api_page, inside.host)).toMatchObject({ ok: true });
		inside.asked.length = 0;
		for (const trusted of [inside.host, web.host])
			expect(await openOfApi(`http://${trusted}0/w/page`, trusted)).toMatchObject({ ok: false });
		redirecting(api_page);
		expect(await open(`${web.origin}/a`)).toMatchObject({ ok: false });
		expect(await open(api_page)).toMatchObject({ reason: "not_public" });
		expect(inside.asked).toEqual([]);
		inside.serve((_, response) => response.end("secret"));
	});

	it("are checked before robots.txt of the target is requested", async () => {
		redirecting(`http://127.0.0.1:${inside.port}/a`);
		await open(`${web.origin}/a`);
		expect(inside.asked).toEqual([]);
	});

	it("of a robots.txt to an internal address are not followed", async () => {
		web.serve((path, response) => {
			const location = `${inside.origin}/robots.txt`;
			if (path === "/robots.txt") response.writeHead(302, { location }).end();
			else response.end("page");
		});
		expect(await open(`${web.origin}/a`)).toMatchObject({ reason: "robots" });
		expect(inside.asked).toEqual([]);
	});

	it("share one deadline with their DNS lookups", async () => {
		let clock = 0;
		const times: (number | undefined)[] = [];
		const outcome = await open(
			"http://news.example.net/a",
			{
				now: () => clock,
				resolve: async (_, { timeout_ms, granted }) => {
					// Waiting for a connection does not count.
					clock += 60_000;
					granted?.();
					times.push(timeout_ms);
					clock += 3_500;
					return ["93.184.216.34"];
				},
				fetch: async (_url, _init, { granted }) => {
					granted?.();
					const headers = { location: "http://other.example.net/a" };
					return new Response(null, { status: 302, headers });
				},
			},
			false,
		);
		expect(outcome).toMatchObject({ ok: false, reason: "timeout" });
		expect(times).toEqual([6_000, 2_500]);
	});

	it("share the deadline of the first request", async () => {
		let clock = 0;
		web.serve((path, response) => {
			if (path === "/robots.txt") return void response.writeHead(404).end();
			clock += 3_000;
			response.writeHead(302, { location: `${path}x` }).end();
		});
		expect(await open(`${web.origin}/a`, { now: () => clock })).toMatchObject({
			ok: false,
			reason: "timeout",
		});
	});
});

describe("robots.txt", () => {
	const withRobots = (status: number, robots: string) =>
		web.serve((path, response) => {
			if (path === "/robots.txt") response.writeHead(status).end(robots);
			else response.end("page");
		});

	it.each([
		[200, "User-agent: *\nDisallow: /private", "/a", true],
		[200, "User-agent: *\nDisallow: /a", "/a", false],
		[200, "User-agent: other\nDisallow: /", "/a", true],
		[200, "User-agent: other\nUser-agent: bsdetector/2\nDisallow: /", "/a", false],
		[200, "User-agent: *\nDisallow: /\n\nUser-agent: BSDetector\nAllow: /", "/a", true],
		[200, "User-agent: *\nDisallow: /*.pdf$", "/a.pdf", false],
		[200, "", "/a", true],
		[404, "User-agent: *\nDisallow: /", "/a", true],
		[403, "", "/a", true],
		[429, "", "/a", false],
		[500, "", "/a", false],
	])("with status %i and %j allows reading %s: %s", async (status, robots, path, ok) => {
		withRobots(status, robots);
		const outcome = await open(`${web.origin}${path}`);
		expect(outcome.ok).toBe(ok);
		if (!outcome.ok) expect(outcome.reason).toBe("robots");
		expect(web.asked.map((it) => it.path)).toEqual(ok ? ["/robots.txt", path] : ["/robots.txt"]);
	});

	it("is requested once a day", async () => {
		withRobots(200, "");
		let clock = 0;
		const ask = opener({ now: () => clock });
		const robotsAsked = async () => {
			await ask({ url: `${web.origin}/a`, ask_robots: true });
			return web.asked.filter(({ path }) => path === "/robots.txt").length;
		};
		expect(await robotsAsked()).toBe(1);
		expect(await robotsAsked()).toBe(1);
		clock += 25 * 3_600_000;
		expect(await robotsAsked()).toBe(2);
	});

	it("is not requested for a source's own API", async () => {
		withRobots(200, "User-agent: *\nDisallow: /");
		expect(await open(`${web.origin}/w/api.php`, {}, false)).toMatchObject({ ok: true });
		expect(web.asked.map((it) => it.path)).toEqual(["/w/api.php"]);
	});

	it("with thousands of names of other crawlers is read", async () => {
		const names = Array.from({ length: 4_000 }, (_, at) => `User-agent: r${at}\n`);
		const rules = Array.from({ length: 4_000 }, (_, at) => `Disallow: /${at}\n`);
		withRobots(200, `${names.join("")}${rules.join("")}`.slice(0, 120_000));
		expect(await open(`${web.origin}/3999`)).toMatchObject({ ok: true });
	});
});
