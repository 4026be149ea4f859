import type { Provider } from "#contract/ids.ts";

/** Each vendor's small, fast model: every statement is rated by all three. */
export const DEFAULT_MODELS: Record<Provider, string> = {
	openai: "gpt-6-luna",
	claude: "claude-haiku-5-5",
	gemini: "gemini-3.5-flash-lite",
};
