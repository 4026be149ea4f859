/** The members of the panel, in display order. */
export const PROVIDERS = ["openai", "claude", "gemini"] as const;

export const PROVIDER_NAMES: Record<(typeof PROVIDERS)[number], string> = {
	openai: "OpenAI",
	claude: "Claude",
	gemini: "Gemini",
};

/** A rater's display name. Demo mode asks no provider, so its raters are numbered. */
export function raterName(provider: (typeof PROVIDERS)[number], simulated: boolean): string {
	return simulated
		? `Simulated rater ${PROVIDERS.indexOf(provider) + 1}`
		: PROVIDER_NAMES[provider];
}
