import type { Provider } from "#contract/ids.ts";

export const PROVIDER_NAMES: Record<Provider, string> = {
	openai: "OpenAI",
	claude: "Claude",
	gemini: "Gemini",
};
