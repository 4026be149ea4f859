import "#web/styles/main.css";
import { preloadPage, readPageData } from "#web/api/page-data.ts";
import { formatDate } from "#web/ui/format.ts";
import { loadParts } from "#web/ui/lazy-part.tsx";
import { logUncaughtErrors, mount } from "./mount.tsx";

logUncaughtErrors(window);
const page = readPageData();
preloadPage(window.location.pathname, page);
// The first formatted date loads the language's data, which takes a phone some 60 ms: done here,
// while the page's code is loading, and not during rendering.
setTimeout(() => formatDate(new Date().toISOString()));
// The app takes over a page at once with all of its parts. If the code cannot be loaded, the app
// shows that.
loadParts(page.rendered?.parts ?? [])
	.catch(() => {})
	.then(() => mount(document.getElementById("root"), page));
