import { describe, expect, it } from "vitest";
import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import { fakeScore } from "#tests/support/fakes/ai-answers.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const WITHOUT: Record<Provider, Record<string, string>> = {
	openai: { OPENAI_API_KEY: "", OPENAI_BASE_URL: "" },
	claude: { ANTHROPIC_API_KEY: "" },
	gemini: { GEMINI_API_KEY: "" },
};

function only(provider: Provider, env: Record<string, string> = {}) {
	const others = PROVIDERS.filter((other) => other !== provider);
	return Object.assign({}, ...others.map((other) => WITHOUT[other]), env);
}

const product = opened(() => startProduct(only("openai", { OPENAI_API_KEY: "" })));
const member = opened(() => product.member());

async function expectPanelOf(provider: Provider) {
	product.ai.reset();
	const { body: health } = await member.get("/api/health");
	expect(health).toMatchObject({ mode: "live", panel: [provider] });
	const { report, analysis } = await runToEnd(member, product.newVideo());
	expect(report.video).toMatchObject({
		analysis_status: "completed",
		panel: [provider],
		simulated: false,
	});
	expect(report.statements.length).toBeGreaterThan(0);
	for (const statement of report.statements) {
		const score = fakeScore(provider, statement.content);
		const nobody = { openai_score: null, claude_score: null };
		expect(statement).toMatchObject({
			...nobody,
			gemini_score: null,
			[`${provider}_score`]: score,
			ai_score: score,
			confidence_level: 80,
		});
		expect(statement.ratings).toHaveLength(1);
	}
	expect(analysis?.providers.map((it) => it.provider)).toEqual([provider]);
	expect(new Set(product.ai.calls.map((it) => it.provider))).toEqual(new Set([provider]));
}

describe("panel of a single provider", () => {
	it("can be a local server without a key, which is sent no key", async () => {
		await expectPanelOf("openai");
		const keys = product.ai.calls.map(({ key }) => key);
		expect(keys.filter((key) => key?.includes("key"))).toEqual([]);
	});

	it.each(["claude", "gemini"] as const)(
		"extracts, rates and scores with %s only",
		async (provider) => {
			await product.restart(only(provider));
			await expectPanelOf(provider);
		},
	);

	it("fails without a score when its provider is down", async () => {
		product.ai.reset();
		product.ai.behave("all", { fault: { status: 401 } }, "rate");
		const { ending } = await runToEnd(member, product.newVideo());
		expect(ending).toMatchObject({ event: "failed", data: { code: "ratings_failed" } });
		const { detail } = Object(ending.data);
		expect(detail).toContain("the key was refused.");
		expect(detail).toContain("operator");
		expect(detail).not.toContain("few minutes");
	});
});
