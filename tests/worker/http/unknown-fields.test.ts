import { beforeAll, describe, expect, it } from "vitest";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { fromNewAddress, rawRequest } from "#tests/support/world/client.ts";
import { type SharedProduct, shareProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, type SignedIn, signedInAdmin } from "#tests/support/world/signed-in.ts";
import { ENDPOINTS } from "#worker/endpoints.ts";

let product: SharedProduct;
let admin: SignedIn;

beforeAll(async () => {
	product = await shareProduct({ ADMIN_EMAILS: ADMIN_EMAIL });
	admin = await signedInAdmin(product);
});

/** Well-formed values of the parameters; nothing has to exist there. */
const PARAMS: Record<string, string> = { prefix: "5f6b", version: "1" };

const routes = ENDPOINTS.map(({ method, path, body, query, other_query }) => ({
	method,
	path: path
		.replace("/videos/{id}", "/videos/dQw4w9WgXcQ")
		.replace("/evidence/{id}", `/evidence/${"0".repeat(24)}`)
		.replace(/\/statements\/\{id\}$/, `/statements/${"0".repeat(24)}`)
		.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMS[name] ?? "A".repeat(20)),
	required: Object.keys(query)
		.filter((name) => !query[name]?.safeParse(undefined).success)
		.map((name) => `${name}=x&`)
		.join(""),
	strict: other_query === undefined,
	takes_body: body !== null,
}));

function send(method: string, path: string, body?: unknown) {
	return rawRequest<{ detail: string; errors?: { pointer: string; detail: string }[] }>(
		product.url + path,
		{
			method,
			headers: { ...fromNewAddress(), cookie: admin.cookie() },
			...(body !== undefined && { body: JSON.stringify(body) }),
		},
	);
}

describe("an unknown query parameter", () => {
	it.each(routes.filter(({ strict }) => strict))(
		"of $method $path is refused with its name",
		async ({ method, path, required }) => {
			const answer = await send(method, `${path}?${required}never_declared=1`);
			expectProblem(answer, 400, "invalid_query");
			expect(answer.body.errors).toContainEqual({
				pointer: "/never_declared",
				detail: expect.stringContaining('"never_declared"'),
			});
		},
	);

	it("is the whole answer if nothing else is wrong", async () => {
		const { body } = await send("GET", "/api/search?q=a&never_declared=1");
		expect(body.detail).toBe('"never_declared" is unknown here. Please leave it out.');
	});

	it("of a page is ignored", async () => {
		expect((await fetch(`${product.url}/results?utm_source=mail&q=a`)).status).toBe(200);
	});
});

describe("an unknown body field", () => {
	it.each(routes.filter(({ takes_body }) => takes_body))(
		"of $method $path is refused with its name",
		async ({ method, path }) => {
			const answer = await send(method, path, { never_declared: 1 });
			expectProblem(answer, 400, "invalid_body");
			expect(answer.body.errors).toContainEqual({
				pointer: "/never_declared",
				detail: expect.stringContaining('"never_declared"'),
			});
		},
	);

	it("is quoted up to 40 characters, and ten are named at most", async () => {
		const names = Array.from({ length: 12 }, (_, at) => `${at}-`.padEnd(60, "x"));
		const path = "/api/statements/unknown/vote";
		const fields = Object.fromEntries(names.map((name) => [name, 1]));
		const { body } = await send("PUT", path, { vote_type: "upvote", ...fields });
		expect(body.errors).toHaveLength(10);
		expect(body.detail.length).toBeLessThan(100);
	});
});
