/** The members of the panel, in their order on screen. */
export const PROVIDERS = ["openai", "claude", "gemini"] as const;

export const PROVIDER_NAMES: Record<(typeof PROVIDERS)[number], string> = {
	openai: "OpenAI",
	claude: "Claude",
	gemini: "Gemini",
};
