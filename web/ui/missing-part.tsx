import {
	type CSSProperties,
	type ReactNode,
	type RefObject,
	useCallback,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
	useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";

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

/**
 * Used instead of a menu or a dialog: says where it would have been that it could not be loaded,
 * and gives way to it once it is. It goes when the visitor turns to something else.
 */
export function MissingLayer({
	open = true,
	onClose,
	reload,
	anchor,
}: {
	open?: boolean;
	onClose: () => void;
	reload: Reload;
	/** The button below which a menu opens. */
	anchor?: RefObject<HTMLElement | null>;
}) {
	const [failed, setFailed] = useState(false);
	const close = useRef(onClose);
	close.current = onClose;
	useEffect(() => {
		if (!open) return;
		let closed = false;
		void reload().then((loaded) => closed || setFailed(!loaded));
		return () => {
			closed = true;
			setFailed(false);
		};
	}, [open, reload]);
	const box = useRef<HTMLDivElement>(null);
	// Before the layer opens in its place, which returns the focus to where it was.
	useLayoutEffect(() => {
		if (!failed) return;
		const before = document.activeElement;
		box.current?.focus({ preventScroll: true });
		const leave = ({ target }: Event) => {
			if (target instanceof Node && !box.current?.contains(target)) close.current();
		};
		const onKey = ({ key }: KeyboardEvent) => key === "Escape" && close.current();
		document.addEventListener("pointerdown", leave);
		document.addEventListener("focusin", leave);
		document.addEventListener("keydown", onKey);
		return () => {
			document.removeEventListener("pointerdown", leave);
			document.removeEventListener("focusin", leave);
			document.removeEventListener("keydown", onKey);
			if (box.current?.contains(document.activeElement)) (before as HTMLElement | null)?.focus();
		};
	}, [failed]);
	if (!failed) return null;
	return createPortal(
		<div
			ref={box}
			role="status"
			tabIndex={-1}
			style={placeOf(anchor?.current)}
			className="note px-4 py-3 shadow-lift"
		>
			<p className="font-semibold">This could not be loaded</p>
			<MissingWords reload={reload} />
		</div>,
		document.body,
	);
}

const EDGE_PX = 12;
const WIDTH_PX = 384;

/** Below the button, above one in the lower half of the window, or where dialogs are. */
function placeOf(button: HTMLElement | null | undefined): CSSProperties {
	const { innerWidth, innerHeight } = window;
	const width = Math.min(WIDTH_PX, innerWidth - 2 * EDGE_PX);
	const layer: CSSProperties = { position: "fixed", zIndex: 50, width };
	if (!button) return { ...layer, top: "20vh", left: (innerWidth - width) / 2 };
	const { left, top, bottom } = button.getBoundingClientRect();
	return {
		...layer,
		...(bottom > innerHeight / 2
			? { bottom: innerHeight - top + EDGE_PX }
			: { top: bottom + EDGE_PX }),
		left: Math.max(EDGE_PX, Math.min(left, innerWidth - width - EDGE_PX)),
	};
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
