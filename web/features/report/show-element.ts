/**
 * Brings the element into view and the focus to it, once the page that a link
 * leads to has been drawn; again, too, where the address stays the same.
 */
export function showElement(id: string): void {
	requestAnimationFrame(() =>
		requestAnimationFrame(() => {
			const element = document.getElementById(id);
			element?.focus({ preventScroll: true });
			element?.scrollIntoView({ block: "start" });
		}),
	);
}
