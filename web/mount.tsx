import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

/** Puts the app into the page. */
export function mount(root: HTMLElement | null): void {
	if (root === null) throw new Error("Root element not found");
	createRoot(root).render(
		<StrictMode>
			<App />
		</StrictMode>,
	);
}
