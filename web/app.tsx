import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { ApiProblem } from "#web/api/api-problem.ts";
import { fetchJson } from "#web/api/request.ts";
import { AppShell } from "#web/features/site/app-shell.tsx";
import { watchPrehydrationField } from "#web/features/site/home/use-home-link.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { AppRoutes } from "./routes.tsx";

/** Renders the app into the page; `answers` are the API's answers that came with the page, by path. */
export function mount(
	root: HTMLElement | null,
	answers: Record<string, unknown> = {},
): void {
	if (root === null) throw new Error("Root element not found");
	// The markup that came with the page looks the same: the app must not fade in over it.
	if (root.childElementCount > 0)
		document.documentElement.dataset.hydrated = "";
	watchPrehydrationField(root);
	// Rendered in slices, so that clicks are handled while the app starts.
	startTransition(() =>
		createRoot(root).render(
			<StrictMode>
				<App answers={answers} />
			</StrictMode>,
		),
	);
}

/** `answers`: the API's answers that came with the page, by path. */
function App({ answers }: { answers: Record<string, unknown> }) {
	return (
		<ErrorBoundary>
			<SWRConfig
				value={{
					fetcher: fetchJson,
					fallback: answers,
					// A retry helps if no answer came or the server failed.
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

/** Logs errors that nothing caught; the page stays as it is. */
export function logUncaughtErrors(target: Window): void {
	target.addEventListener("error", ({ error, message }) => {
		console.error("Uncaught error:", error ?? message);
	});
	target.addEventListener("unhandledrejection", ({ reason }) => {
		console.error("Unhandled rejection:", reason);
	});
}
