import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { openApiDocument } from "#worker/openapi/document.ts";

let product: Product;
let page: string;
beforeAll(async () => {
	product = await startProduct();
	page = await (await fetch(`${product.url}/api/docs`)).text();
});
afterAll(() => product?.stop());

const quot = /&quot;/g;

/** The addresses of the commands that read and send no key, as the page shows them. */
function openReads(): string[] {
	const commands = [...page.matchAll(/<code>(curl [^<]*)<\/code>/g)];
	return commands.flatMap(([, command = ""]) => {
		const [, address] =
			/^curl (?:-N )?"([^"]+)"$/.exec(command.replace(quot, '"')) ?? [];
		return address === undefined ? [] : [address];
	});
}

describe("The reference", () => {
	it("shows commands whose request is well formed", async () => {
		const addresses = openReads();
		expect(addresses.length).toBeGreaterThan(15);
		for (const address of addresses) {
			const answer = await fetch(address, { redirect: "manual" });
			await answer.body?.cancel();
			// Some ask for a session; nobody has analysed the sample video here.
			expect([200, 302, 401, 404], address).toContain(answer.status);
		}
	});

	it("writes code as code", () => {
		const text = page.replaceAll(/<code>[^<]*<\/code>/g, "");
		expect(text).not.toContain("`");
		expect(page).toContain("problems whose <code>detail</code> is safe");
	});

	it("says which part of a query has to be there", async () => {
		const { paths } = openApiDocument(product.url);
		const [ids] = paths["/api/v1/lookup"]?.get?.parameters ?? [];
		expect(ids).toMatchObject({ name: "ids", required: true });
		expect((await fetch(`${product.url}/api/v1/lookup`)).status).toBe(400);
	});

	it("is not sent again to who has it", async () => {
		const { headers } = await fetch(`${product.url}/api/docs`);
		const answer = await fetch(`${product.url}/api/docs`, {
			headers: { "if-none-match": headers.get("etag") ?? "" },
		});
		expect(answer.status).toBe(304);
	});
});
