import { type RefObject, useEffect } from "react";

/** Tells when a press or the focus goes outside of the element. */
export function useLeaving(
	element: RefObject<HTMLElement | null>,
	watching: boolean,
	onLeave: () => void,
): void {
	useEffect(() => {
		if (!watching) return;
		function look(event: Event): void {
			if (!element.current?.contains(event.target as Node)) onLeave();
		}
		document.addEventListener("pointerdown", look);
		document.addEventListener("focusin", look);
		return () => {
			document.removeEventListener("pointerdown", look);
			document.removeEventListener("focusin", look);
		};
	}, [element, watching, onLeave]);
}
