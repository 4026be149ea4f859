import {
	type ReactNode,
	startTransition,
	use,
	useEffect,
	useMemo,
	useState,
} from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter, UNSAFE_LocationContext } from "react-router-dom";
import type { ServedPage } from "#contract/served-page.ts";
import { App } from "./app.tsx";

/** Takes over the markup that came with the page, or renders the app into the empty page. */
export function mount(root: HTMLElement | null, page: ServedPage): void {
	if (root === null) throw new Error("Root element not found");
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
	// In slices, so that clicks are handled while the app starts.
	startTransition(() => {
		if (page.rendered !== null) {
			hydrateRoot(root, app);
			return;
		}
		// Only what came with the page does not fade in.
		delete document.documentElement.dataset.hydrated;
		createRoot(root).render(app);
	});
}

/**
 * The server does not know the address's fragment, and renders most pages without its query: the
 * first render has neither.
 */
function ServedAddress({
	search,
	children,
}: {
	/** The query that the server rendered; undefined if it rendered nothing. */
	search: string | undefined;
	children: ReactNode;
}) {
	const context = use(UNSAFE_LocationContext);
	const [taking_over, setTakingOver] = useState(
		search !== undefined &&
			(context.location.search !== search || context.location.hash !== ""),
	);
	useEffect(() => {
		// What is not taken over yet is taken over first, and not drawn anew.
		startTransition(() => setTakingOver(false));
	}, []);
	const served = useMemo(
		() => ({
			...context,
			location: { ...context.location, search: search ?? "", hash: "" },
		}),
		[context, search],
	);
	return (
		<UNSAFE_LocationContext value={taking_over ? served : context}>
			{children}
		</UNSAFE_LocationContext>
	);
}

/** Logs errors that nothing caught; the page stays as it is. */
export function logUncaughtErrors(target: Window): void {
	target.addEventListener("error", ({ error, message }) => {
		console.error("Uncaught error:", error ?? message);
	});
	target.addEventListener("unhandledrejection", ({ reason }) => {
		console.error("Unhandled rejection:", reason);
	});
}
