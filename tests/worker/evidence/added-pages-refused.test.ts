import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EvidenceRecord } from "#contract/evidence.ts";
import type { Problem } from "#contract/problem.ts";
import type { Report } from "#contract/video.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { aStatement } from "#tests/support/fixtures/publications.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { type Client, fromNewAddress } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import {
	BICYCLE,
	idOf,
	NOT_ENOUGH,
	openWeb,
	ROOF,
	startPageProduct,
} from "#tests/support/world/page-product.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";

const at = opened(() => startPageProduct());
beforeEach(() => {
	at.product.ai.reset();
	at.web.asked.length = 0;
});

describe("POST /api/statements/{id}/pages", () => {
	let statement_id: string;
	beforeAll(async () => {
		statement_id = idOf((await at.analysed()).report, "bicycle");
	});

	it.each([
		[
			"no address",
			"purple bicycles",
			"Enter the whole address of the page, beginning with https://.",
		],
		[
			"an address of another kind",
			"file:///etc/passwd",
			"Enter the whole address of the page, beginning with https://.",
		],
		[
			"an address with a password",
			"https://me:secret@example.com/",
			"This is not the address of a web page.",
		],
		[
			"an address in a private network",
			"http://192.168.1.1/admin",
			"The address is not on the public internet.",
		],
		[
			"a page of the video's platform",
			"https://www.youtube.com/watch?v=xxxxxxxxxxx",
			"Pages of the video's platform, and of sites that the operator excludes, are not used as sources.",
		],
		[
			"an address that leads to the platform",
			"/to-video",
			"Pages of the video's platform, and of sites that the operator excludes, are not used as sources.",
		],
		[
			"a page that robots.txt keeps programs from",
			"/private/diary",
			"The site asks programs not to open this page.",
		],
		[
			"a page that is not there",
			"/nowhere",
			"The site answered with an error instead of the page (404).",
		],
		["a page that does not come in time", "/silent", "The site took too long to answer."],
		["a page with hardly any text", "/short", "The page has too little text to judge by."],
		["a log-in page", "/sign-in", "A log-in page is not used as a source."],
		["a picture", "/picture", "The address does not lead to readable text."],
		["a PDF document of pictures", "/scan.pdf", "The page has too little text to judge by."],
		["a broken PDF document", "/broken.pdf", "The address does not lead to readable text."],
	])("returns 422 with a specific message for %s", async (_, url, detail) => {
		const absolute = url.startsWith("/") ? at.web.origin + url : url;
		const answer = await at.add(at.member, statement_id, absolute);
		expectProblem(answer, 422, "page_not_opened");
		expect(answer.body).toMatchObject({ detail, errors: [{ pointer: "/url", detail }] });
	});

	it("does not keep a refused page for the next analysis", async () => {
		const { video_id, report } = await at.analysed([BICYCLE]);
		await at.add(at.member, idOf(report, "bicycle"), `${at.web.origin}/short`);
		at.web.asked.length = 0;
		await at.again(video_id);
		expect(at.web.asked).toEqual([]);
	});

	it("returns 401 to a visitor without opening the page", async () => {
		const url = `${at.web.origin}/register`;
		const answer = await at.add(at.product.visitor(), statement_id, url);
		expectProblem(answer, 401, "not_signed_in");
		expect(answer.body).toMatchObject({ detail: "Please sign in to add a page" });
		expect(at.web.asked).toEqual([]);
	});

	it("returns 400 and names the field for a missing or too long URL", async () => {
		for (const url of ["", " ", `https://example.com/${"x".repeat(5_000)}`]) {
			const answer = await at.add(at.member, statement_id, url);
			expectProblem(answer, 400, "invalid_body");
			expect(answer.body).toMatchObject({ errors: [{ pointer: "/url" }] });
		}
	});

	it("refuses an unknown or retired statement", async () => {
		const url = `${at.web.origin}/register`;
		const unknown = await at.add(at.member, "no-such-statement-00", url);
		expectProblem(unknown, 404, "statement_not_found");
		const { video_id, report } = await at.analysed([ROOF]);
		at.product.ai.answer(NOT_ENOUGH);
		await at.again(video_id);
		const retired = await at.add(at.member, idOf(report, "roof"), url);
		expectProblem(retired, 409, "statement_retired");
		expect(at.web.asked).toEqual([]);
	});

	it("returns 429 after 20 pages in an hour, not counting malformed URLs", async () => {
		const keen = await at.product.member();
		for (let count = 0; count < 3; count++) await at.add(keen, statement_id, "no address");
		for (let count = 0; count < 20; count++) {
			const { status } = await at.add(keen, statement_id, "http://10.0.0.1/");
			expect(status).toBe(422);
		}
		const refused = await at.add(keen, statement_id, `${at.web.origin}/register`);
		expectProblem(refused, 429, "too_many_requests");
		expect((refused.body as unknown as Problem).detail).toMatch(
			/^You have added as many pages as one hour allows\. Please try again in \d+ minutes\.$/,
		);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(at.web.asked).toEqual([]);
	});

	it("returns 429 after four times as many from one address, whoever adds them", async () => {
		const here = fromNewAddress();
		const path = `/api/statements/${statement_id}/pages`;
		const addBy = (member: Client, from: Record<string, string>) =>
			member.post<Problem>(path, { url: "http://10.0.0.1/" }, from);
		for (let members = 0; members < 4; members++) {
			const one = await at.product.member();
			for (let count = 0; count < 20; count++)
				expect((await addBy(one, here)).body.code).toBe("page_not_opened");
		}
		const fifth = await at.product.member();
		expectProblem(await addBy(fifth, here), 429, "too_many_requests");
		expectProblem(await addBy(fifth, fromNewAddress()), 422, "page_not_opened");
	});

	it("returns 409 on a site that rates without sources", async () => {
		const other = await shareProduct();
		const { statements } = await published(other, { statements: [aStatement()] });
		const answer = await at.add(
			await other.member(),
			statements[0]?.id ?? "",
			`${at.web.origin}/register`,
		);
		expectProblem(answer, 409, "pages_not_read");
	});
});

describe("added page in a private network", () => {
	/** Any request that arrives here got past the check. */
	let inside: WebWorld;
	beforeAll(async () => {
		inside = await startWebWorld();
		inside.serve((_, response) => response.end("secret"));
		for (const [name, addresses] of Object.entries(NAMES)) at.resolver.name(name, addresses);
	});
	afterAll(() => inside?.close());

	const NAMES: Record<string, { A?: string[]; AAAA?: string[] }> = {
		"inside.attacker.com": { A: ["127.0.0.1"] },
		"metadata.attacker.com": { A: ["169.254.169.254"] },
		"both.attacker.com": { A: ["93.184.216.34", "10.0.0.7"] },
		"six.attacker.com": { AAAA: ["::1"] },
		"mapped.attacker.com": { AAAA: ["::ffff:127.0.0.1"] },
	};
	/** `PORT` is the port of the inside server. */
	const ADDRESSES = [
		"http://127.0.0.1:PORT/",
		"http://127.0.0.1/",
		"http://localhost:PORT/",
		"http://localhost./",
		"http://169.254.169.254/latest/meta-data/",
		"http://[::1]:PORT/",
		"http://[::1]/",
		"http://2130706433:PORT/",
		"http://2130706433/",
		"http://0x7f000001/",
		"http://0177.0.0.1/",
		"http://127.1/",
		"http://[::ffff:127.0.0.1]:PORT/",
		"http://[::ffff:7f00:1]/",
		"http://0.0.0.0:PORT/",
		...Object.keys(NAMES).map((name) => `http://${name}/`),
	];
	const addressOf = (text: string) => text.replace("PORT", String(inside.port));

	/** Every page of the fake web except robots.txt redirects there. */
	function leadTo(address: string): void {
		at.web.serve((path, response) =>
			path === "/robots.txt"
				? response.writeHead(404).end()
				: response.writeHead(302, { location: address }).end(),
		);
	}
	afterEach(() => at.web.serve(openWeb));

	it.each(ADDRESSES)(
		"is not opened at %s, neither directly nor through a redirect",
		async (text) => {
			const address = addressOf(text);
			const { report } = await once();
			const statement_id = idOf(report, "bicycle");
			const keen = await at.product.member();
			const direct = await at.add(keen, statement_id, address);
			leadTo(address);
			const redirected = await at.add(keen, statement_id, `${at.web.origin}/page`);
			for (const answer of [direct, redirected]) {
				expectProblem(answer, 422, "page_not_opened");
				expect(answer.body).toMatchObject({ detail: "The address is not on the public internet." });
			}
			expect(inside.asked).toEqual([]);
		},
	);

	it("is not opened by an analysis when a page added earlier redirects there", async () => {
		const PAGES = 3;
		for (let first = 0; first < ADDRESSES.length; first += PAGES) {
			const addresses = ADDRESSES.slice(first, first + PAGES).map(addressOf);
			const { video_id, report } = await at.analysed([BICYCLE]);
			const keen = await at.product.member();
			at.web.serve((path, response) =>
				openWeb(path.startsWith("/turns/") ? "/register" : path, response),
			);
			for (const place of addresses.keys()) {
				const url = `${at.web.origin}/turns/${place}`;
				const { status } = await at.add(keen, idOf(report, "bicycle"), url);
				expect(status).toBe(201);
			}
			at.web.serve((path, response) => {
				const place = Number(/^\/turns\/(\d+)$/.exec(path)?.[1] ?? -1);
				const location = addresses[place];
				if (location === undefined) return openWeb(path, response);
				response.writeHead(302, { location }).end();
			});
			await at.again(video_id);
			const { body } = await at.member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`);
			expect(body.pages.map(({ reason }) => reason)).toEqual(addresses.map(() => "not_public"));
			at.web.serve(openWeb);
		}
		expect(inside.asked).toEqual([]);
	});

	let known: Promise<{ report: Report }> | null = null;
	/** One video shared by all addresses. */
	function once(): Promise<{ report: Report }> {
		known ??= at.analysed([BICYCLE]);
		return known;
	}
});
