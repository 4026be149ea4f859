export type BandWords = Record<string, string[]>;

/** How far above a coloured part its icon and its word may stand. */
const REACH = 6;

/**
 * The parts that carry a band's colour with neither the band's icon nor a word for it close by, as
 * markup. Runs in a page too: it uses nothing from outside itself but its arguments.
 */
export function unnamedBands(
	root: ParentNode,
	words: BandWords,
	reach = REACH,
): string[] {
	const saysIt = (element: Element, band: string) => {
		const spoken = [element, ...element.querySelectorAll("*")].flatMap((it) => [
			it.getAttribute("aria-label") ?? "",
			it.getAttribute("aria-valuetext") ?? "",
		]);
		const text = [element.textContent ?? "", ...spoken].join(" ");
		return (words[band] ?? []).some((word) => text.includes(word));
	};
	const showsIt = (element: Element, band: string) => {
		const icon = `svg[data-band="${band}"]`;
		return element.matches(icon) || element.querySelector(icon) !== null;
	};
	const isNamed = (part: Element, band: string) => {
		let near: Element | null = part;
		for (let up = 0; near !== null && up <= reach; up++) {
			if (near.matches("main, body")) return false;
			if (showsIt(near, band) && saysIt(near, band)) return true;
			near = near.parentElement;
		}
		return false;
	};
	/** A scale shows all bands at once; its value has the word of the one that it tells. */
	const isScaleOfAnother = (part: Element, band: string) => {
		const value = part.closest("[role=meter]")?.getAttribute("aria-valuetext");
		return Object.entries(words).some(
			([other, theirs]) =>
				other !== band && theirs.some((word) => value?.includes(word)),
		);
	};
	/** An icon counts as one part, whatever it is drawn of. */
	const partsOf = (band: string) => {
		const coloured = ["text", "fill", "stroke", "bg", "border"]
			.map((what) => `.${what}-${band}`)
			.join(", ");
		const parts = [...root.querySelectorAll(coloured)].map(
			(part) => part.closest("svg[data-band]") ?? part,
		);
		return [...new Set(parts)];
	};
	return Object.keys(words).flatMap((band) =>
		partsOf(band)
			.filter(
				(part) => part.tagName !== "path" || !isScaleOfAnother(part, band),
			)
			.filter((part) => !isNamed(part, band))
			.map((part) => part.outerHTML.slice(0, 160)),
	);
}
