import { useEffect, useRef } from "react";
import { findLink } from "./find-link.ts";

/** Where a paste means something else. */
const OWN_PASTE =
	"input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=dialog]";

/** Tells of a link that is pasted onto the page, outside of any field. */
export function usePastedLink(onLink: (link: string) => void): void {
	const latest = useRef(onLink);
	latest.current = onLink;
	useEffect(() => {
		function take(event: ClipboardEvent): void {
			const { target } = event;
			if (target instanceof Element && target.closest(OWN_PASTE)) return;
			const link = findLink(event.clipboardData?.getData("text/plain") ?? "");
			if (link === null) return;
			event.preventDefault();
			latest.current(link);
		}
		document.addEventListener("paste", take);
		return () => document.removeEventListener("paste", take);
	}, []);
}
