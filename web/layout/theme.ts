export type Theme = "light" | "dark";

/** As public/theme.js reads it before the first paint. */
const KEY = "theme";

export function currentTheme(): Theme {
	const chosen = document.documentElement.dataset.theme;
	return chosen === "light" || chosen === "dark" ? chosen : systemTheme();
}

/** Keeps the choice, unless it is the system's own: then the system decides again. */
export function applyTheme(theme: Theme): void {
	const follows = theme === systemTheme();
	if (follows) delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
	try {
		if (follows) localStorage.removeItem(KEY);
		else localStorage.setItem(KEY, theme);
	} catch {
		// Blocked storage: the choice holds for this page.
	}
}

function systemTheme(): Theme {
	return window.matchMedia("(prefers-color-scheme: dark)").matches
		? "dark"
		: "light";
}
