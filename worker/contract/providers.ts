/** The members of the panel, in their order on screen. */
export const PROVIDERS = ["openai", "claude", "gemini"] as const;

export const PROVIDER_NAMES: Record<(typeof PROVIDERS)[number], string> = {
	openai: "OpenAI",
	claude: "Claude",
	gemini: "Gemini",
};

/** A rater's name on screen; demo mode asks no provider, so its raters have only numbers. */
export function raterName(
	provider: (typeof PROVIDERS)[number],
	simulated: boolean,
): string {
	return simulated
		? `Simulated rater ${PROVIDERS.indexOf(provider) + 1}`
		: PROVIDER_NAMES[provider];
}
