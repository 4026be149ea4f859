import "#web/styles/main.css";
import { preloadPage, readPageData } from "#web/api/page-data.ts";
import { formatDate } from "#web/ui/format.ts";
import { logFaults, mount } from "./app.tsx";
import { firstPageReady } from "./routes.tsx";

logFaults(window);
const { pathname } = window.location;
const data = readPageData();
preloadPage(pathname, data);
// The first date loads the language's data, which takes a phone some 60 ms: now, while the page's
// code is under way, and not in the middle of drawing.
setTimeout(() => formatDate(new Date().toISOString()));
// A page that can be read already stays until the app can show the same. Should its code
// not come, the app says so.
firstPageReady(pathname)
	.catch(() => {})
	.then(() => mount(document.getElementById("root"), data.answers));
