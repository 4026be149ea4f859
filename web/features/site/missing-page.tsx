import { useEffect } from "react";
import { keys } from "#web/api/keys.ts";
import { fetchJson } from "#web/api/request.ts";
import { MissingWords, type Reload } from "#web/ui/missing-part.tsx";

/** Shown instead of a page whose code cannot be loaded. */
export function MissingPage({ reload }: { reload: Reload }) {
	useEffect(() => void openNewVersion(), []);
	return (
		<div role="alert" className="page-width py-16">
			<h1 className="mb-4 font-serif text-2xl font-semibold">This page could not be loaded</h1>
			<MissingWords reload={reload} />
		</div>
	);
}

/**
 * If the server answers, a newer version of the site has replaced the page's code, and the browser
 * opens the page from the server. Not if it has just done so, which would never end.
 */
async function openNewVersion(): Promise<void> {
	const [opened] = performance.getEntriesByType("navigation");
	if (opened === undefined || new URL(opened.name).pathname === window.location.pathname) return;
	try {
		await fetchJson(keys.health);
		window.location.reload();
	} catch {
		// There is no connection. The page's code is loaded again when it is back.
	}
}
