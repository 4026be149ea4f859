import { type RefObject, useLayoutEffect, useState } from "react";

/** The element's width in CSS pixels as it changes; `initial` before the first look. */
export function useElementWidth(
	ref: RefObject<HTMLElement | null>,
	initial: number,
): number {
	const [width, setWidth] = useState(initial);
	useLayoutEffect(() => {
		const element = ref.current;
		if (element === null) return;
		// Known before the first paint, nothing moves after it.
		if (element.clientWidth > 0) setWidth(element.clientWidth);
		if (typeof ResizeObserver === "undefined") return;
		const observer = new ResizeObserver(([entry]) => {
			if (entry !== undefined) setWidth(entry.contentRect.width);
		});
		observer.observe(element);
		return () => observer.disconnect();
	}, [ref]);
	return width;
}
