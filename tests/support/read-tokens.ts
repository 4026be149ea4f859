import { readFileSync } from "node:fs";

export type Theme = "light" | "dark";
export const THEMES: Theme[] = ["light", "dark"];

const token = /--([\w-]+):\s*light-dark\((#\w+),\s*(#\w+)\)/g;

/** The style sheet's colours by role, in each theme; those with an opacity are not among them. */
export function readTokens(): Record<Theme, Record<string, string>> {
	const css = readFileSync(
		new URL("../../web/styles/tokens.css", import.meta.url),
		"utf8",
	);
	const tokens: Record<Theme, Record<string, string>> = { light: {}, dark: {} };
	for (const [, role = "", light = "", dark = ""] of css.matchAll(token)) {
		tokens.light[role] = light;
		tokens.dark[role] = dark;
	}
	return tokens;
}
