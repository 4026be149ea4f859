import { beforeAll, describe, expect, it } from "vitest";
import type { ServiceTest, ServiceTests } from "#contract/services.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, type SignedIn, signedInAdmin } from "#tests/support/world/signed-in.ts";

const PATH = "/api/admin/providers";
const TESTS_AN_HOUR = 6;

const product = opened(() =>
	startProduct({ ADMIN_EMAILS: ADMIN_EMAIL, EVIDENCE_SOURCES: "searxng", SEARXNG_BASE_URL: GONE }),
);
/** Nothing listens there. */
const GONE = "http://127.0.0.1:9";
let admin: SignedIn;
beforeAll(async () => {
	admin = await signedInAdmin(product);
});

const byId = ({ services }: ServiceTests) =>
	Object.fromEntries(services.map((it): [string, ServiceTest] => [it.id, it]));

describe("POST /api/admin/providers/test", () => {
	it("asks each provider and source once, and its answers are kept", async () => {
		const before = byId((await admin.get<ServiceTests>(PATH)).body);
		expect(Object.keys(before)).toEqual(["openai", "claude", "gemini", "searxng"]);
		for (const service of Object.values(before))
			expect(service).toMatchObject({ tested_at: null, ok: null, message: null });

		product.ai.behave("claude", { fault: { status: 401 } });
		const asked = product.ai.calls.length;
		const { status, body } = await admin.post<ServiceTests>(`${PATH}/test`);
		expect(status).toBe(200);
		expect(product.ai.calls.length - asked).toBe(3);
		expect(byId(body)).toMatchObject({
			openai: { kind: "provider", name: "OpenAI", ok: true, message: "It answers." },
			claude: { ok: false, message: "The key was refused." },
			gemini: { ok: true },
			searxng: { kind: "source", model: null, ok: false },
		});
		expect(byId(body).searxng?.message).toContain("could not be reached");
		expect((await admin.get<ServiceTests>(PATH)).body).toEqual(body);
	});

	it("replaces the earlier answers", async () => {
		product.ai.reset();
		const { body } = await admin.post<ServiceTests>(`${PATH}/test`);
		expect(byId(body).claude).toMatchObject({ ok: true, message: "It answers." });
	});

	it("is allowed six times an hour for the whole site", async () => {
		for (let made = 2; made < TESTS_AN_HOUR; made++)
			expect((await admin.post(`${PATH}/test`)).status).toBe(200);
		const asked = product.ai.calls.length;
		const refused = await admin.post(`${PATH}/test`);
		expect(refused.status).toBe(429);
		expect(refused.headers.get("retry-after")).not.toBeNull();
		expect(product.ai.calls).toHaveLength(asked);
	});
});
