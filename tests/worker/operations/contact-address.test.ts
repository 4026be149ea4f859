import { describe, expect, it } from "vitest";
import { Health } from "#contract/site.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";

const product = opened(() => startProduct(DEMO_ENV));

async function readHealth() {
	const { body } = await product.visitor().get("/api/health");
	return Health.parse(body);
}

/** The text that link previews show of a page. */
async function readDescription(path: string): Promise<string> {
	const html = await (await fetch(product.url + path)).text();
	const [, description = ""] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
	return description;
}

/** The home page as served, before the app runs. */
async function readHome(): Promise<string> {
	return (await fetch(product.url)).text();
}

describe("contact_email in GET /api/health", () => {
	it("is null by default", async () => {
		expect((await readHealth()).contact_email).toBeNull();
	});

	it("is the value of CONTACT_EMAIL", async () => {
		await product.restart({ ...DEMO_ENV, CONTACT_EMAIL: "team@example.test" });
		expect((await readHealth()).contact_email).toBe("team@example.test");
	});
});

describe("descriptions for link previews", () => {
	it("promise neither AI models nor responses that the site does not have", async () => {
		await product.restart(DEMO_ENV);
		for (const path of ["/", "/dashboard", "/nothing/here", "/results/abc"]) {
			const description = await readDescription(path);
			expect(description, path).toContain("simulated");
			expect(description, path).not.toContain("AI models");
		}
		expect(await readDescription("/creators")).not.toContain("Claim your");
	});

	it("name them on a site that has both", async () => {
		await product.restart({ ...DEMO_ENV, OPENAI_API_KEY: "a-key", YOUTUBE_API_KEY: "a-data-key" });
		for (const path of ["/", "/dashboard", "/nothing/here"])
			expect(await readDescription(path), path).toContain("AI models rate");
		expect(await readDescription("/creators")).toContain("Claim your channel");
	});
});

describe("mail in GET /api/health", () => {
	it("says whether the site sends email", async () => {
		await product.restart(DEMO_ENV);
		expect((await readHealth()).mail).toBe(false);
		await product.restart({
			...DEMO_ENV,
			SMTP_URL: "smtp://127.0.0.1:2525",
			APP_ORIGIN: "http://localhost",
		});
		expect((await readHealth()).mail).toBe(true);
	});
});

describe("features in GET /api/health", () => {
	it.each<{
		set: Record<string, string>;
		health: Partial<Health>;
		/** Whether home says that pages are searched for, and that no model is set up. */
		home: { searches: boolean; samples: boolean };
	}>([
		{
			set: { EVIDENCE_SOURCES: "" },
			home: { searches: false, samples: true },
			health: { evidence_sources: ["wikipedia", "pubmed", "samples"], claim_methods: [] },
		},
		{
			set: { YOUTUBE_API_KEY: "a-data-key", EVIDENCE_SOURCES: "none" },
			home: { searches: false, samples: true },
			health: { evidence_sources: [], claim_methods: ["channel_description"] },
		},
		{
			set: {
				YOUTUBE_API_KEY: "a-data-key",
				ADMIN_EMAILS: "admin@example.test",
				OPENAI_API_KEY: "a-key",
				EVIDENCE_SOURCES: "",
			},
			home: { searches: true, samples: false },
			health: {
				evidence_sources: ["wikipedia", "pubmed"],
				claim_methods: ["channel_description", "team_review"],
			},
		},
	])("follow from the settings $set", async ({ set, health, home }) => {
		await product.restart({ ...DEMO_ENV, ...set });
		expect(await readHealth()).toMatchObject(health);
		const page = await readHome();
		expect({
			searches: page.includes("We search for pages"),
			samples: page.includes("samples are simulated, other videos get their sources"),
		}).toEqual(home);
	});
});
