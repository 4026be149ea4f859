import "#web/styles/main.css";
import { preloadPage, readPageData } from "#web/api/page-data.ts";
import { formatDate } from "#web/ui/format.ts";
import { logUncaughtErrors, mount } from "./app.tsx";
import { preloadFirstPage } from "./routes.tsx";

logUncaughtErrors(window);
const { pathname } = window.location;
const data = readPageData();
preloadPage(pathname, data);
// The first formatted date loads the language's data, which takes a phone some 60 ms: done here,
// while the page's code is loading, and not during rendering.
setTimeout(() => formatDate(new Date().toISOString()));
// A page that came with readable content keeps it until the app can show the same. If the code
// cannot be loaded, the app shows that.
preloadFirstPage(pathname)
	.catch(() => {})
	.then(() => mount(document.getElementById("root"), data.answers));
