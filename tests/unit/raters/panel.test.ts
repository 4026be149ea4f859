import { describe, expect, it } from "vitest";
import { createPanel } from "#features/raters/create-providers.ts";
import { DEFAULT_MODELS, type PanelConfig } from "#features/raters/panel.ts";

const entry = { api_key: "k", base_url: "https://ai.example", model: "m-1" };
const providers = (parts: { provider: string }[]) => parts.map(({ provider }) => provider);

describe("createPanel", () => {
	it("orders raters as on screen and extractors by preference", () => {
		const panel = createPanel({ gemini: entry, claude: entry, openai: entry });
		expect(providers(panel.raters)).toEqual(["openai", "claude", "gemini"]);
		expect(providers(panel.extractors)).toEqual(["openai", "gemini", "claude"]);
		expect(panel.transcriber?.provider).toBe("gemini");
	});

	it.each<[PanelConfig, string[]]>([
		[{}, []],
		[{ claude: entry }, ["claude"]],
		[{ claude: entry, openai: entry }, ["openai", "claude"]],
	])("leaves out providers without a key", (config, present) => {
		const panel = createPanel(config);
		expect(providers(panel.raters)).toEqual(present);
		expect(providers(panel.extractors)).toEqual(present);
		expect(panel.transcriber).toBeNull();
	});

	it("uses the configured model, or the default if there is none", () => {
		const { api_key, base_url } = entry;
		const panel = createPanel({ openai: entry, claude: { api_key, base_url } });
		expect(panel.raters.map(({ model }) => model)).toEqual(["m-1", DEFAULT_MODELS.claude]);
	});
});
