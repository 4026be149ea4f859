import { describe, expect, it } from "vitest";
import { describeProviders } from "#features/raters/panel.ts";
import { dayShares } from "#features/spending/shares.ts";
import { requireSettings } from "#tests/support/world/settings.ts";

const KEYS = { OPENAI_API_KEY: "key", ANTHROPIC_API_KEY: "key", GEMINI_API_KEY: "key" };

function sharesOf(variables: Record<string, string> = {}) {
	const settings = requireSettings({ ...KEYS, ...variables });
	return dayShares({ settings, providers: describeProviders(settings) });
}

describe("dayShares", () => {
	it("gives a member a tenth, a young account less and a network a fifth of each limit", () => {
		const { member, new_member, network } = sharesOf({ LIMIT_SPENDING_USD: "1000" });
		expect(member).toEqual({ calls: 2_000, usd: 100, searches: 500 });
		expect(new_member).toEqual({ calls: 1_000, usd: 50, searches: 288 });
		expect(network).toEqual({ calls: 4_000, usd: 200, searches: 1_000 });
	});

	it("leaves everybody three analyses of a whole video with sources, on the smallest site too", () => {
		const small = {
			LIMIT_PROVIDER_CALLS: "1",
			LIMIT_SPENDING_USD: "0.01",
			LIMIT_SEARCH_CALLS: "1",
		};
		const { member, new_member, network } = sharesOf(small);
		expect(new_member).toEqual(member);
		expect(network).toEqual(member);
		// Two dozen statements by three models in two rounds, and what is asked beside them.
		expect(member.calls).toBe(3 * (24 * 3 * 2 + 24 + 5 + 1 + 1));
		expect(member.searches).toBe(3 * 24 * 4);
		expect(member.usd).toBeGreaterThan(0.3);
	});

	it("sets none where the operator sets no limit or no share", () => {
		const { member, network } = sharesOf({ LIMIT_PROVIDER_CALLS: "0", LIMIT_NETWORK_SHARE: "0" });
		expect(member.calls).toBe(0);
		expect(network).toEqual({ calls: 0, usd: 0, searches: 0 });
	});

	it("leaves room for an analysis in the day of the default settings", () => {
		const { LIMIT_SPENDING_USD } = requireSettings(KEYS);
		expect(LIMIT_SPENDING_USD).toBeGreaterThan(sharesOf().new_member.usd);
	});
});
