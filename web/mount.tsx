import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { watchServedField } from "./features/analyze/served-field.ts";

/** Puts the app into the page; `answers` are the API's, by path, as far as they are known. */
export function mount(
	root: HTMLElement | null,
	answers: Record<string, unknown> = {},
): void {
	if (root === null) throw new Error("Root element not found");
	// What stood here looked the same: it should not seem to come once more.
	if (root.childElementCount > 0)
		document.documentElement.dataset.takenOver = "";
	watchServedField(root);
	// In slices: who presses something while the app comes up is heard in between.
	startTransition(() =>
		createRoot(root).render(
			<StrictMode>
				<App answers={answers} />
			</StrictMode>,
		),
	);
}
