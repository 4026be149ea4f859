import type { ServerResponse } from "node:http";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { opened } from "#tests/support/world/opened.ts";
import { idOf, openWeb, startPageProduct } from "#tests/support/world/page-product.ts";
import { newWebhookSecret, startWebhookProduct } from "#tests/support/world/webhook-product.ts";

/** Must never be asked: what arrives here got past the checks. */
let inside: WebWorld;
const at = opened(() => startPageProduct({ LIMIT_PAGES: "0" }));
let statement_id = "";
beforeAll(async () => {
	inside = await startWebWorld();
	inside.serve(openWeb);
	statement_id = idOf((await at.analysed()).report, "bicycle");
	at.resolver.name("inside.harbour-news.com", { A: ["127.0.0.1"] });
	at.resolver.name("mapped.harbour-news.com", { AAAA: ["::ffff:7f00:1"] });
	at.resolver.name("nat64.harbour-news.com", { AAAA: ["64:ff9b::7f00:1"] });
	at.resolver.name("cloud.harbour-news.com", { A: ["169.254.169.254"] });
	at.resolver.name("both.harbour-news.com", { A: ["8.8.8.8"], AAAA: ["::1"] });
});
afterAll(() => inside?.close());
beforeEach(() => {
	at.web.asked.length = 0;
	at.web.serve(openWeb);
});

const open = (url: string) => at.add(at.member, statement_id, url);

/** An address as each of the hosts that lead inside. */
const HOSTS = [
	"127.0.0.1",
	"127.1",
	"0x7f000001",
	"2130706433",
	"localhost",
	"harbour.localhost",
	"[::1]",
	"[::ffff:127.0.0.1]",
	"[64:ff9b::7f00:1]",
	"0.0.0.0",
];
const NAMES = [
	"http://inside.harbour-news.com/register",
	"http://mapped.harbour-news.com/register",
	"http://nat64.harbour-news.com/register",
	"http://cloud.harbour-news.com/latest/meta-data/",
	"http://both.harbour-news.com/register",
	"http://169.254.169.254/latest/meta-data/",
	"http://printer.local/",
	"http://wiki.internal/register",
];
const targets = () => [
	...HOSTS.map((host) => `http://${host}:${inside.port}/register`),
	...HOSTS.map((host) => `http://${host}/register`),
	...NAMES,
];

describe("a page inside the operator's network", () => {
	it("is not opened, by whatever address a member sends", async () => {
		for (const url of targets()) expectProblem(await open(url), 422, "page_not_opened");
		expect(inside.asked).toEqual([]);
	});

	it("is not opened for a redirect", async () => {
		for (const [n, location] of targets().entries()) {
			at.web.serve((path, response) =>
				path === `/leads-inside/${n}`
					? response.writeHead(302, { location }).end()
					: openWeb(path, response),
			);
			const answer = await open(`${at.web.origin}/leads-inside/${n}`);
			expectProblem(answer, 422, "page_not_opened");
		}
		expect(inside.asked).toEqual([]);
	});

	it("is not asked for a robots.txt", async () => {
		for (const location of targets()) {
			// Its robots.txt is remembered, so each has a site of its own.
			const site = await startWebWorld();
			site.serve((path, response) =>
				path === "/robots.txt"
					? response.writeHead(302, { location }).end()
					: openWeb(path, response),
			);
			at.web.serve((path, response) =>
				path === "/moved-there"
					? response.writeHead(302, { location: `${site.origin}/register` }).end()
					: openWeb(path, response),
			);
			const answer = await open(`${at.web.origin}/moved-there`);
			expectProblem(answer, 422, "page_not_opened");
			await site.close();
		}
		expect(inside.asked).toEqual([]);
	});
});

describe("a page's site", () => {
	/** Only the service that connects to checked addresses asks in this way. */
	const BY_SERVICE = { connection: "close", "accept-encoding": "gzip, br" };

	it("is asked over a connection to the checked address at every hop", async () => {
		await at.restart({ LIMIT_PAGES: "0" });
		expect((await open(`${at.web.origin}/moved`)).status).toBe(201);
		expect(at.web.asked.map(({ path }) => path)).toEqual(["/robots.txt", "/moved", "/register"]);
		for (const { headers } of at.web.asked) expect(headers).toMatchObject(BY_SERVICE);
	});

	const SPACES = Buffer.alloc(65_536, " ");
	const LETTERS = "a".repeat(1_024);

	function endless(response: ServerResponse): void {
		const more = () => {
			while (!response.destroyed && response.write(SPACES));
		};
		response.on("drain", more);
		more();
	}

	it.each<[string, (response: ServerResponse) => void]>([
		["sends a body without an end", (response) => endless(response)],
		[
			"sends a gzip bomb",
			(response) => {
				response.setHeader("content-encoding", "gzip");
				const bomb = createGzip();
				bomb.pipe(response);
				const more = () => {
					if (response.destroyed) bomb.destroy();
					else bomb.write(SPACES, more);
				};
				more();
			},
		],
		[
			"sends headers without an end",
			({ socket }) => {
				socket?.write("HTTP/1.1 200 OK\r\n");
				const more = () => {
					while (!socket?.destroyed && socket?.write(`a: ${LETTERS}\r\n`));
				};
				socket?.on("drain", more);
				more();
			},
		],
		[
			"switches to another protocol",
			({ socket }) =>
				socket?.write(
					"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
				),
		],
		["sends no HTTP", ({ socket }) => socket?.end("SSH-2.0-OpenSSH\r\n")],
		[
			"says that its answer is the service's own",
			(response) => response.writeHead(200, { "pinned-outcome": "timeout" }).end(),
		],
		["never answers", () => {}],
	])("that %s costs this page alone", async (_, answer) => {
		at.web.serve((path, response) => {
			if (path !== "/attack") return openWeb(path, response);
			response.setHeader("content-type", "text/html");
			answer(response);
		});
		const attacked = await open(`${at.web.origin}/attack`);
		expectProblem(attacked, 422, "page_not_opened");
		expect((await open(`${at.web.origin}/register`)).status).toBe(201);
		await expect.poll(() => at.web.asked.map(({ ended_at }) => ended_at)).not.toContain(null);
	});
});

describe("a webhook", () => {
	const hooks = opened(startWebhookProduct);
	beforeAll(() => newWebhookSecret(hooks.member));

	it("is posted over a connection to the checked address", async () => {
		const analysis_id = await hooks.send(hooks.freshUrl());
		await hooks.settled(analysis_id, "delivered");
		expect(hooks.world.received).toMatchObject([{ headers: { connection: "close" } }]);
	});

	it.each([
		{ A: ["127.0.0.1"] },
		{ A: ["8.8.8.8", "10.0.0.1"] },
		{ AAAA: ["::1"] },
		{ A: ["8.8.8.8"], AAAA: ["fd00::1"] },
	])("is not posted to a name with %j", async (addresses) => {
		hooks.world.name("hooks.harbour-news.com", addresses);
		const url = `https://hooks.harbour-news.com/${JSON.stringify(addresses)}`;
		const analysis_id = await hooks.send(url);
		const { error, response_status } = await hooks.settled(analysis_id, "pending");
		expect(response_status).toBeNull();
		expect(error).toBe("Its host leads to an address that is not public.");
	});

	it("is not sent to where a receiver redirects it", async () => {
		const location = `${inside.origin}/register`;
		hooks.world.answer({ status: 307, headers: { location } });
		const analysis_id = await hooks.send(hooks.freshUrl());
		await hooks.settled(analysis_id, "pending");
		expect(inside.asked).toEqual([]);
	});
});
