import { type ReactNode, StrictMode } from "react";
import { type Cache, SWRConfig } from "swr";
import type { ServedPage } from "#contract/served-page.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { ServedPageContext } from "#web/api/page-data.ts";
import { fetchJson } from "#web/api/request.ts";
import { AppShell } from "#web/features/site/app-shell.tsx";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { TakenOverProvider } from "#web/ui/taken-over.tsx";
import { AppRoutes } from "./routes.tsx";

/** The whole app. Server and browser render the same tree, except for the router around it. */
export function App({
	page,
	router,
	provider,
}: {
	/** The data that the server sent with the page; the server renders with the same data. */
	page: ServedPage;
	router: (app: ReactNode) => ReactNode;
	/** A separate cache for each render on the server. */
	provider?: () => Cache;
}) {
	return (
		<StrictMode>
			<ErrorBoundary keeps="root">
				<SWRConfig
					value={{
						...(provider && { provider }),
						fetcher: fetchJson,
						fallback: page.answers,
						// A retry can help only if there was no response or the server failed.
						shouldRetryOnError: (thrown: unknown) =>
							!(thrown instanceof ApiProblem) || thrown.status === 0 || thrown.status >= 500,
						errorRetryCount: 4,
					}}
				>
					<ServedPageContext value={page}>
						<TakenOverProvider served={page.rendered !== null}>
							{router(
								<AppShell>
									<AppRoutes />
								</AppShell>,
							)}
						</TakenOverProvider>
					</ServedPageContext>
				</SWRConfig>
			</ErrorBoundary>
		</StrictMode>
	);
}
