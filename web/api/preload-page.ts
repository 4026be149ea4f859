import { preload } from "swr";
import { keys } from "./keys.ts";
import { fetchJson } from "./request.ts";

/** Asks for what the first page will show while its code is still on the way. */
export function preloadPage(pathname: string): void {
	ask(keys.session);
	ask(keys.health);
	const id = /^\/results\/([\w-]{11})\/?$/.exec(pathname)?.[1];
	if (id !== undefined) ask(keys.report(id));
	else if (pathname === "/") ask(keys.recent);
}

function ask(key: string): void {
	// A failure is shown by whoever reads the key; here nobody does yet.
	Promise.resolve(preload(key, fetchJson)).catch(() => {});
}
