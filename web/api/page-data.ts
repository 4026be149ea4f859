import { createContext, useContext, useMemo } from "react";
import { preload } from "swr";
import type { ServedPage } from "#contract/served-page.ts";
import { useTakenOver } from "#web/ui/taken-over.tsx";
import { ApiProblem } from "./api-problem.ts";
import { keys } from "./keys.ts";
import { fetchJson } from "./request.ts";

const NO_DATA: ServedPage = { answers: {}, problems: {}, rendered: null };

export const ServedPageContext = createContext<ServedPage>(NO_DATA);

/**
 * The problem that the server sent with the page instead of an answer, until newer data is known.
 */
export function useServedProblem(path: string): ApiProblem | undefined {
	const { problems } = useContext(ServedPageContext);
	const problem = Object.hasOwn(problems, path) ? problems[path] : undefined;
	return useMemo(
		() => problem && new ApiProblem(problem.status, problem.code, problem.detail),
		[problem],
	);
}

/** The site's origin: the server's value during hydration, then the browser's. */
export function useOrigin(): string {
	const { rendered } = useContext(ServedPageContext);
	return useTakenOver() ? window.location.origin : (rendered?.origin ?? "");
}

/** Reads the data that the server sent with the page; empty if there is none. */
export function readPageData(): ServedPage {
	const text = document.getElementById("page-data")?.textContent;
	return text ? (JSON.parse(text) as ServedPage) : NO_DATA;
}

let resolveTakenOver: () => void = () => {};
const taken_over = new Promise<void>((resolve) => {
	resolveTakenOver = resolve;
});

/** Stores the answers that came with the page. Called when the page is hydrated. */
export function storeAnswers(): void {
	resolveTakenOver();
}

/**
 * Gives swr the first answer of each path, so that nothing is requested. Until the page is hydrated
 * it shows them as fallbacks: an answer that is stored between a component's hydration and its
 * effects makes React render the component again, without a pause. A page restored by back
 * navigation may be old, so its answers are shown until new ones arrive.
 */
function preloadAnswers({ answers, problems }: ServedPage): void {
	if (isBackNavigation()) return;
	for (const [path, answer] of Object.entries(answers))
		void preload(path, () => taken_over.then(() => answer));
	for (const [path, { status, code, detail }] of Object.entries(problems)) {
		const known = preload(path, () =>
			taken_over.then(() => {
				throw new ApiProblem(status, code, detail);
			}),
		) as Promise<never>;
		// The component that reads the path shows the problem. Until then the rejection has no
		// handler.
		known.catch(() => {});
	}
}

function isBackNavigation(): boolean {
	const [entry] = performance.getEntriesByType("navigation");
	return entry !== undefined && "type" in entry && entry.type === "back_forward";
}

/** Uses the data sent with the page, and requests the rest while the page's code is loading. */
export function preloadPage(pathname: string, data: ServedPage): void {
	preloadAnswers(data);
	const known = { ...data.answers, ...data.problems };
	const preloadKey = (key: string) => {
		if (Object.hasOwn(known, key)) return;
		// The component that reads the key shows the failure. Until then the rejection has no
		// handler.
		Promise.resolve(preload(key, fetchJson)).catch(() => {});
	};
	preloadKey(keys.session);
	preloadKey(keys.health);
	const id = /^\/results\/([\w-]{11})(\/|$)/.exec(pathname)?.[1];
	if (id !== undefined) preloadKey(keys.report(id));
	else if (pathname === "/") preloadKey(keys.recent);
}
