import { preloadPage, readPageData } from "#web/api/page-data.ts";
import { formatDate } from "#web/ui/format.ts";
import { loadParts } from "#web/ui/lazy-part.tsx";
import { logUncaughtErrors, mount } from "./mount.tsx";

logUncaughtErrors(window);
const page = readPageData();
preloadPage(window.location.pathname, page);
// The first date may load the language's data. Done here, while the page's code loads, instead of
// during rendering.
setTimeout(() => formatDate(new Date().toISOString()));
// Loads all parts of the page first, so that hydration happens at once. If the code cannot be
// loaded, the app shows that.
loadParts(page.rendered?.parts ?? [])
	.catch(() => {})
	.then(() => {
		mount(document.getElementById("root"), page);
		// Not earlier, because they would delay the code. Without them the fallback fonts stay.
		import("#web/api/load-fonts.ts").then(({ loadFonts }) => loadFonts()).catch(() => {});
	});
