import { preloadPage, readPageData } from "#web/api/page-data.ts";
import { loadParts, missingPart } from "#web/ui/lazy-part.tsx";
import { startLoadingAhead } from "#web/ui/load-ahead.ts";
import { logUncaughtErrors, mount } from "./mount.tsx";
import { missingPage } from "./routes.tsx";

logUncaughtErrors(window);
const page = readPageData();
preloadPage(window.location.pathname, page);
// Loads all parts of the page first, so that hydration happens at once. If the code cannot be
// loaded, the app shows that.
loadParts(page.rendered?.parts ?? [])
	.catch(() => {})
	.then(() => {
		mount(document.getElementById("root"), page);
		// Not earlier, because they would delay the code. Without them the fallback fonts stay.
		import("#web/api/load-fonts.ts")
			.then(({ loadFonts }) => loadFonts())
			.catch(() => {})
			// Without a connection they cannot be loaded when they are needed.
			.then(() => Promise.allSettled([missingPart(), missingPage()]))
			.then(startLoadingAhead);
	});
