import { type ReactNode, startTransition, use, useEffect, useMemo, useState } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { BrowserRouter, UNSAFE_LocationContext } from "react-router-dom";
import type { ServedPage } from "#contract/served-page.ts";
import { App } from "./app.tsx";

/**
 * Hydrates the markup that the server sent, or renders the app into an empty page. Returns a
 * function that removes the app.
 */
export function mount(element: HTMLElement | null, page: ServedPage): () => void {
	if (element === null) throw new Error("Root element not found");
	let root: Root | undefined;
	const app = (
		<App
			page={page}
			router={(app) => (
				<BrowserRouter>
					<ServedAddress search={page.rendered?.search}>{app}</ServedAddress>
				</BrowserRouter>
			)}
		/>
	);
	// Rendered in slices, so that clicks are handled while the app starts.
	startTransition(() => {
		if (page.rendered !== null) {
			root = hydrateRoot(element, app);
			return;
		}
		// Content that the server sent does not fade in; later content does.
		delete document.documentElement.dataset.hydrated;
		root = createRoot(element);
		root.render(app);
	});
	return () => root?.unmount();
}

/**
 * The server does not know the address's fragment and renders most pages without the query, so
 * the first render must use neither.
 */
function ServedAddress({
	search,
	children,
}: {
	/** The query that the server rendered with; undefined if it rendered nothing. */
	search: string | undefined;
	children: ReactNode;
}) {
	const context = use(UNSAFE_LocationContext);
	const [taking_over, setTakingOver] = useState(
		search !== undefined && (context.location.search !== search || context.location.hash !== ""),
	);
	useEffect(() => {
		// In a transition, parts that are not hydrated yet are hydrated first instead of being
		// rendered again.
		startTransition(() => setTakingOver(false));
	}, []);
	const served = useMemo(
		() => ({ ...context, location: { ...context.location, search: search ?? "", hash: "" } }),
		[context, search],
	);
	return (
		<UNSAFE_LocationContext value={taking_over ? served : context}>
			{children}
		</UNSAFE_LocationContext>
	);
}

/** Logs uncaught errors; the page stays unchanged. */
export function logUncaughtErrors(target: Window): void {
	target.addEventListener("error", ({ error, message }) => {
		console.error("Uncaught error:", error ?? message);
	});
	target.addEventListener("unhandledrejection", ({ reason }) => {
		console.error("Unhandled rejection:", reason);
	});
}
