import "./styles/main.css";
import { readPageData } from "./api/page-data.ts";
import { preloadPage } from "./api/preload-page.ts";
import { logFaults } from "./log-faults.ts";
import { mount } from "./mount.tsx";
import { firstPageReady } from "./routes.tsx";
import { formatDate } from "./ui/format-day.ts";

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
