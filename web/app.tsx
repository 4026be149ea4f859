import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { ApiProblem } from "#web/api/api-problem.ts";
import { fetchJson } from "#web/api/request.ts";
import { AppShell } from "#web/features/site/app-shell.tsx";
import { watchServedField } from "#web/features/site/home/served-field.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { AppRoutes } from "./routes.tsx";

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

/** `answers`: what the API said before the start, by path. */
function App({ answers }: { answers: Record<string, unknown> }) {
	return (
		<ErrorBoundary>
			<SWRConfig
				value={{
					fetcher: fetchJson,
					fallback: answers,
					// Asking again helps where no answer came or the server stumbled.
					shouldRetryOnError: (thrown: unknown) =>
						!(thrown instanceof ApiProblem) ||
						thrown.status === 0 ||
						thrown.status >= 500,
					errorRetryCount: 4,
				}}
			>
				<BrowserRouter>
					<AppShell>
						<AppRoutes />
					</AppShell>
				</BrowserRouter>
			</SWRConfig>
		</ErrorBoundary>
	);
}

/** Leaves what nobody caught in the console; the page goes on as it is. */
export function logFaults(target: Window): void {
	target.addEventListener("error", ({ error, message }) => {
		console.error("Uncaught error:", error ?? message);
	});
	target.addEventListener("unhandledrejection", ({ reason }) => {
		console.error("Unhandled rejection:", reason);
	});
}
