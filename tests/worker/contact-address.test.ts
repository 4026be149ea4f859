import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Health } from "#contract/site.ts";
import {
	DEMO_ENV,
	type Product,
	startProduct,
} from "#tests/support/world/product.ts";

let product: Product;
beforeAll(async () => {
	product = await startProduct(DEMO_ENV);
});
afterAll(() => product?.stop());

async function readHealth() {
	const { body } = await product.visitor().get("/api/health");
	return Health.parse(body);
}

/** The home page as it is served, before the app runs. */
async function readHome(): Promise<string> {
	return (await fetch(product.url)).text();
}

describe("The operator's address", () => {
	it("is null where none is given", async () => {
		expect((await readHealth()).contact_email).toBeNull();
	});

	it("is told to everybody where CONTACT_EMAIL gives it", async () => {
		await product.restart({ ...DEMO_ENV, CONTACT_EMAIL: "team@example.test" });
		expect((await readHealth()).contact_email).toBe("team@example.test");
	});
});

describe("What the site can do", () => {
	it.each<{ set: Record<string, string>; health: Partial<Health> }>([
		{
			set: { EVIDENCE_SOURCES: "" },
			health: { evidence_sources: ["samples"], claim_methods: [] },
		},
		{
			set: { YOUTUBE_API_KEY: "a-data-key", EVIDENCE_SOURCES: "none" },
			health: {
				evidence_sources: [],
				claim_methods: ["channel_description"],
			},
		},
		{
			set: {
				YOUTUBE_API_KEY: "a-data-key",
				ADMIN_EMAILS: "admin@example.test",
				OPENAI_API_KEY: "a-key",
				EVIDENCE_SOURCES: "",
			},
			health: {
				evidence_sources: ["wikipedia", "pubmed"],
				claim_methods: ["channel_description", "team_review"],
			},
		},
	])("follows from its settings $set", async ({ set, health }) => {
		await product.restart({ ...DEMO_ENV, ...set });
		expect(await readHealth()).toMatchObject(health);
		expect((await readHome()).includes("We search for pages")).toBe(
			health.evidence_sources?.length !== 0,
		);
	});
});
