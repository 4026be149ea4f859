import { preload } from "swr";
import type { Problem } from "#contract/problem.ts";
import { ApiProblem } from "./api-problem.ts";
import { keys } from "./keys.ts";
import { fetchJson } from "./request.ts";

/** What the API would have said, by its paths: it came with the page. */
type PageData = {
	answers: Record<string, unknown>;
	problems: Record<string, Problem>;
};

const NOTHING: PageData = { answers: {}, problems: {} };

/** Reads what came with the page; nothing where the page was served as it was built. */
export function readPageData(): PageData {
	const text = document.getElementById("page-data")?.textContent;
	return text ? (JSON.parse(text) as PageData) : NOTHING;
}

/**
 * Gives swr the first answer of each path, so that nothing is asked for. A page
 * that the browser kept and shows once more on the way back may be old: there
 * its answers serve until the real ones come.
 */
function seedAnswers({ answers, problems }: PageData): void {
	if (isWayBack()) return;
	for (const [path, answer] of Object.entries(answers))
		void preload(path, () => Promise.resolve(answer));
	for (const [path, { status, code, detail }] of Object.entries(problems)) {
		const told = preload(path, () =>
			Promise.reject(new ApiProblem(status, code, detail)),
		) as Promise<never>;
		// Shown by whoever reads the path; here nobody does yet.
		told.catch(() => {});
	}
}

function isWayBack(): boolean {
	const [entry] = performance.getEntriesByType("navigation");
	return (
		entry !== undefined && "type" in entry && entry.type === "back_forward"
	);
}

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
