import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { ServedPage } from "#contract/served-page.ts";
import { collectParts, loadAllParts } from "#web/ui/lazy-part.tsx";
import { App } from "./app.tsx";

/** Rendering does not wait, so everything that a page may show is loaded before the first. */
await loadAllParts();

/** Renders a page as the browser's first render will. Throws if a part of it cannot be rendered. */
export function renderPage(
	pathname: string,
	page: Omit<ServedPage, "rendered">,
	{ search, origin }: { search: string; origin: string },
): { html: string; parts: string[] } {
	const { result: html, parts } = collectParts(() =>
		renderToString(
			<App
				page={{ ...page, rendered: { search, origin, parts: [] } }}
				router={(app) => (
					<StaticRouter location={pathname + search}>{app}</StaticRouter>
				)}
				provider={() => new Map()}
			/>,
		),
	);
	// React leaves a boundary whose content waits or throws to the browser, which shows it late.
	if (html.includes("<!--$!-->"))
		throw new Error(`A part of ${pathname} was not rendered`);
	return { html, parts };
}
