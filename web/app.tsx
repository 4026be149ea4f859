import { type ReactNode, StrictMode } from "react";
import { type Cache, SWRConfig } from "swr";
import type { ServedPage } from "#contract/served-page.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { ServedPageContext } from "#web/api/page-data.ts";
import { fetchJson } from "#web/api/request.ts";
import { AppShell } from "#web/features/site/app-shell.tsx";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { AppRoutes } from "./routes.tsx";

/** The whole app, the same on the server and in the browser except for the router around it. */
export function App({
	page,
	router,
	provider,
}: {
	/** What came with the page; the server renders with the same. */
	page: ServedPage;
	router: (app: ReactNode) => ReactNode;
	/** A cache of its own for each render of the server. */
	provider?: () => Cache;
}) {
	return (
		<StrictMode>
			<ErrorBoundary>
				<SWRConfig
					value={{
						...(provider && { provider }),
						fetcher: fetchJson,
						fallback: page.answers,
						// A retry helps if no answer came or the server failed.
						shouldRetryOnError: (thrown: unknown) =>
							!(thrown instanceof ApiProblem) ||
							thrown.status === 0 ||
							thrown.status >= 500,
						errorRetryCount: 4,
					}}
				>
					<ServedPageContext value={page}>
						{router(
							<AppShell>
								<AppRoutes />
							</AppShell>,
						)}
					</ServedPageContext>
				</SWRConfig>
			</ErrorBoundary>
		</StrictMode>
	);
}
