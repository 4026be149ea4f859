import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { ApiProblem } from "./api/api-problem.ts";
import { fetchJson } from "./api/request.ts";
import { AppShell } from "./layout/app-shell.tsx";
import { AppRoutes } from "./routes.tsx";
import { ErrorBoundary } from "./ui/error-boundary.tsx";

/** `answers`: what the API said before the start, by path. */
export function App({ answers }: { answers: Record<string, unknown> }) {
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
