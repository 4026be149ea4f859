import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { showToast } from "./toasts.tsx";

/** Tries to load the code again. True if that worked: then the component replaces the notice. */
export type Reload = () => Promise<boolean>;

/** When the code is loaded again, counted from when the notice appears. */
const RETRIES_MS = [0, 5_000, 15_000, 60_000];

/** Calls `load` at these times and when the connection is back, until it resolves. */
export function Retrying({
	load,
	onLoad,
	children,
}: {
	load: () => Promise<void>;
	onLoad: () => void;
	/** What is shown until then. */
	children: (reload: Reload) => ReactNode;
}) {
	const reload = useCallback(async () => {
		try {
			await load();
		} catch {
			return false;
		}
		onLoad();
		return true;
	}, [load, onLoad]);
	useEffect(() => {
		const timers = RETRIES_MS.map((after) => setTimeout(reload, after));
		window.addEventListener("online", reload);
		return () => {
			for (const timer of timers) clearTimeout(timer);
			window.removeEventListener("online", reload);
		};
	}, [reload]);
	return children(reload);
}

/** Shown where a part of the page would have been. */
export function MissingPart({ reload }: { reload: Reload }) {
	return (
		<div role="status" className="note px-4 py-3">
			<p className="font-semibold">This part could not be loaded</p>
			<MissingWords reload={reload} />
		</div>
	);
}

/** Why a part is missing, and what the visitor can do. */
export function MissingWords({ reload }: { reload: Reload }) {
	const offline = useOffline();
	return (
		<>
			<p className="max-w-[60ch]">
				{offline
					? "You are offline. It appears here when you are back online."
					: "The connection may be weak, or the site was just updated. Refresh to get the current version."}
			</p>
			<div className="mt-3 flex flex-wrap gap-3">
				<Button onClick={() => void reload()}>Try Again</Button>
				{/* Offline it would take the whole page away. */}
				{!offline && <Button onClick={() => window.location.reload()}>Refresh Page</Button>}
			</div>
		</>
	);
}

/** Used instead of a menu or a dialog: says in a toast that it could not be opened. */
export function MissingLayer({
	open = true,
	onClose,
	reload,
}: {
	open?: boolean;
	onClose: () => void;
	reload: Reload;
}) {
	const close = useRef(onClose);
	close.current = onClose;
	useEffect(() => {
		if (!open) return;
		void reload().then((loaded) => {
			if (loaded) return;
			close.current();
			showToast({
				topic: "part missing",
				title: "This could not be loaded",
				...(navigator.onLine
					? {
							text: "The connection may be weak, or the site was just updated.",
							action: { label: "Refresh Page", onPress: () => window.location.reload() },
						}
					: { text: "You are offline. Try again when you are back online." }),
			});
		});
	}, [open, reload]);
	return null;
}

/** Whether the browser knows that it has no connection. */
function useOffline(): boolean {
	return useSyncExternalStore(
		(listener) => {
			window.addEventListener("online", listener);
			window.addEventListener("offline", listener);
			return () => {
				window.removeEventListener("online", listener);
				window.removeEventListener("offline", listener);
			};
		},
		() => !navigator.onLine,
		() => false,
	);
}
