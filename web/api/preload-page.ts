import { preload } from "swr";
import { keys } from "./keys.ts";
import { type PageData, seedAnswers } from "./page-data.ts";
import { fetchJson } from "./request.ts";

/** Takes what came with the page, and asks for the rest of what it will show while its code is on the way. */
export function preloadPage(pathname: string, data: PageData): void {
	seedAnswers(data);
	const told = { ...data.answers, ...data.problems };
	const ask = (key: string) => {
		if (Object.hasOwn(told, key)) return;
		// A failure is shown by whoever reads the key; here nobody does yet.
		Promise.resolve(preload(key, fetchJson)).catch(() => {});
	};
	ask(keys.session);
	ask(keys.health);
	const id = /^\/results\/([\w-]{11})(\/|$)/.exec(pathname)?.[1];
	if (id !== undefined) ask(keys.report(id));
	else if (pathname === "/") ask(keys.recent);
}
