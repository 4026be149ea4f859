/**
 * Scrolls to an element, and once more when the bars above it have found their height: on a
 * page that has just come up they are measured a frame later. The answer gives that up.
 */
export function bringIntoSight(element: HTMLElement | null): () => void {
	const scroll = () => element?.scrollIntoView({ block: "start" });
	scroll();
	let frame = requestAnimationFrame(() => {
		frame = requestAnimationFrame(scroll);
	});
	return () => cancelAnimationFrame(frame);
}
