import { useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { applyTheme, currentTheme } from "./theme.ts";

/** Turns the page light or dark; the system decides until it is pressed. */
export function ThemeSwitch() {
	const [theme, setTheme] = useState(currentTheme);
	const other = theme === "dark" ? "light" : "dark";
	return (
		<button
			type="button"
			aria-label={`Switch to ${other} theme`}
			onClick={() => {
				applyTheme(other);
				setTheme(other);
			}}
			className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
		>
			<Icon name={theme === "dark" ? "sun" : "moon"} className="text-lg" />
		</button>
	);
}
