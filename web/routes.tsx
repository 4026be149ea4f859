import { lazy } from "react";
import { Route, Routes } from "react-router-dom";
import { HomePage } from "./pages/home-page.tsx";
import { paths, RESULTS_ROUTE } from "./paths.ts";

const ResultsPage = lazy(async () => ({
	default: (await import("./pages/results-page.tsx")).ResultsPage,
}));
const ArchivePage = lazy(async () => ({
	default: (await import("./pages/archive-page.tsx")).ArchivePage,
}));
const NotFoundPage = lazy(async () => ({
	default: (await import("./pages/not-found-page.tsx")).NotFoundPage,
}));

/** Which page stands at which address; all but the first are loaded on demand. */
export function AppRoutes() {
	return (
		<Routes>
			<Route path={paths.home()} element={<HomePage />} />
			<Route path={paths.archive()} element={<ArchivePage />} />
			<Route path={RESULTS_ROUTE} element={<ResultsPage />} />
			<Route path="*" element={<NotFoundPage />} />
		</Routes>
	);
}
