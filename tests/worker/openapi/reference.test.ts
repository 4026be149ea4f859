import { beforeAll, describe, expect, it } from "vitest";
import { shared } from "#tests/support/world/opened.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { openApiDocument } from "#worker/openapi/document.ts";

let page: string;
const product = shared(() => shareProduct());
beforeAll(async () => {
	page = await (await fetch(`${product.url}/api/docs`)).text();
});

const quot = /&quot;/g;

/** The addresses of the commands that read without a key, as the page shows them. */
function openReads(): string[] {
	const commands = [...page.matchAll(/<code>(curl [^<]*)<\/code>/g)];
	return commands.flatMap(([, command = ""]) => {
		const shown = command.replace(quot, '"').replaceAll("&amp;", "&");
		const [, address] = /^curl (?:-N )?"([^"]+)"$/.exec(shown) ?? [];
		return address === undefined ? [] : [address];
	});
}

describe("API reference", () => {
	it("shows well-formed commands", async () => {
		const addresses = openReads();
		expect(addresses.length).toBeGreaterThan(15);
		for (const address of addresses) {
			const answer = await fetch(address, { redirect: "manual" });
			await answer.body?.cancel();
			// Some need a session, and the sample video has no analysis here.
			expect([200, 302, 401, 404], address).toContain(answer.status);
		}
	});

	it("formats code as code", () => {
		const text = page.replaceAll(/<code>[^<]*<\/code>/g, "");
		expect(text).not.toContain("`");
		expect(page).toContain("problems whose <code>detail</code> is safe");
	});

	it("marks required query parameters", async () => {
		const { paths } = openApiDocument(product.url);
		const [ids] = paths["/api/v1/lookup"]?.get?.parameters ?? [];
		expect(ids).toMatchObject({ name: "ids", required: true });
		expect((await fetch(`${product.url}/api/v1/lookup`)).status).toBe(400);
	});

	it("matches the OpenAPI document with this site's address", async () => {
		const answer = await fetch(`${product.url}/api/openapi.json`);
		expect(answer.headers.get("content-type")).toBe("application/json");
		expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(product.url))));
	});

	it("uses the site's own fonts", async () => {
		const answered = await fetch(`${product.url}/reference.css`);
		const styles = await answered.text();
		const fonts = [...styles.matchAll(/url\(([^)]+\.woff2)\)/g)];
		const [, font = ""] = fonts[0] ?? [];
		const answer = await fetch(`${product.url}${font}`);
		await answer.body?.cancel();
		expect(answer.headers.get("content-type")).toBe("font/woff2");
		const named = new Set(styles.match(/"Stand-in [\w ]+"/g));
		expect(named.size).toBeGreaterThan(4);
		for (const family of named) expect(styles).toContain(`font-family: ${family};`);
	});

	it("has the site's header and applies the reader's theme", async () => {
		const [header = ""] = /<header>.*<\/header>/s.exec(page) ?? [];
		for (const path of ["/", "/results", "/dashboard"]) expect(header).toContain(`href="${path}"`);
		expect(header).toContain("<svg");
		expect(page).toContain('<script src="/theme.js"></script>');
		const answer = await fetch(`${product.url}/reference.css`);
		expect(await answer.text()).toMatch(/data-theme="?dark"?\]\s*\{[^}]*color-scheme: ?dark/);
	});

	it("returns 304 when the ETag matches", async () => {
		const { headers } = await fetch(`${product.url}/api/docs`);
		const answer = await fetch(`${product.url}/api/docs`, {
			headers: { "if-none-match": headers.get("etag") ?? "" },
		});
		expect(answer.status).toBe(304);
	});
});
