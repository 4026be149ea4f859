import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { ServedPage } from "#contract/served-page.ts";
import { collectParts, loadAllParts } from "#web/ui/lazy-part.tsx";
import { App } from "./app.tsx";

/** Server rendering is synchronous, so every part that a page may show is loaded in advance. */
await loadAllParts();

/**
 * Renders a page exactly as the browser's first render. Throws if a part of it cannot be
 * rendered.
 */
export function renderPage(
	pathname: string,
	page: Omit<ServedPage, "rendered">,
	{ search, origin }: { search: string; origin: string },
): { html: string; parts: string[] } {
	const { result: html, parts } = collectParts(() =>
		renderToString(
			<App
				page={{ ...page, rendered: { search, origin, parts: [] } }}
				router={(app) => <StaticRouter location={pathname + search}>{app}</StaticRouter>}
				provider={() => new Map()}
			/>,
		),
	);
	// React leaves a suspended or failed boundary to the browser, which would show it late, so this
	// counts as an error.
	if (html.includes("<!--$!-->")) throw new Error(`A part of ${pathname} was not rendered`);
	return { html, parts };
}
