import { type RefCallback, useCallback } from "react";

/** The page's own bar above, and a little air. */
const HEADER_PX = 64;
const AIR_PX = 16;

/**
 * Keeps whatever is scrolled to or takes the focus clear of a bar that sticks under the
 * page's header: the document's scroll padding follows the bar's height.
 */
export function useStickyRoom(): RefCallback<HTMLElement> {
	return useCallback((bar: HTMLElement | null) => {
		if (bar === null || typeof ResizeObserver === "undefined") return;
		const { style } = document.documentElement;
		const measure = () => {
			const sticks = getComputedStyle(bar).position === "sticky";
			const room = HEADER_PX + AIR_PX + (sticks ? bar.offsetHeight : 0);
			style.scrollPaddingTop = `${room}px`;
		};
		// It reports once by itself, when the page is laid out anyway: to ask now would lay it out twice.
		const observer = new ResizeObserver(measure);
		observer.observe(bar);
		return () => {
			observer.disconnect();
			style.scrollPaddingTop = "";
		};
	}, []);
}
