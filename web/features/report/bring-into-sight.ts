/** A page that has just come up may still grow for so long. */
const SETTLING_MS = 2_000;

/** With any of these the reader has taken over. */
const TAKING_OVER = ["wheel", "touchstart", "pointerdown", "keydown"];

/**
 * Scrolls to an element, and again as long as the page above it is still growing, unless the
 * reader does something. The answer gives that up.
 */
export function bringIntoSight(element: HTMLElement | null): () => void {
	const scroll = () => element?.scrollIntoView({ block: "start" });
	scroll();
	if (typeof ResizeObserver === "undefined") return () => {};
	const observer = new ResizeObserver(scroll);
	observer.observe(document.body);
	const end = () => {
		clearTimeout(settled);
		observer.disconnect();
		for (const name of TAKING_OVER) window.removeEventListener(name, end);
	};
	const settled = setTimeout(end, SETTLING_MS);
	for (const name of TAKING_OVER) {
		window.addEventListener(name, end, { passive: true });
	}
	return end;
}
