/**
 * Scrolls a box, and not the page around it, until an element stands in its
 * middle. What lay out of sight has a guessed height until it is drawn, so the
 * place is looked up once more after that.
 */
export function scrollWithin(
	box: HTMLElement | null,
	find: () => Element | null | undefined,
): void {
	const scroll = () => {
		const element = find();
		if (!box || !element) return;
		const { top, height } = element.getBoundingClientRect();
		const frame = box.getBoundingClientRect();
		box.scrollTop += top - frame.top - (frame.height - height) / 2;
	};
	scroll();
	requestAnimationFrame(() => requestAnimationFrame(scroll));
}
