import "./styles/main.css";
import { readPageData } from "./api/page-data.ts";
import { preloadPage } from "./api/preload-page.ts";
import { logFaults } from "./log-faults.ts";
import { mount } from "./mount.tsx";
import { firstPageReady } from "./routes.tsx";

logFaults(window);
const { pathname } = window.location;
const data = readPageData();
preloadPage(pathname, data);
// A page that can be read already stays until the app can show the same. Should its code
// not come, the app says so.
firstPageReady(pathname)
	.catch(() => {})
	.then(() => mount(document.getElementById("root"), data.answers));
