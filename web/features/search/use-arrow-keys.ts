import { type RefObject, useEffect } from "react";

/** Moves the focus between the field and the results by arrow; Escape leaves. */
export function useArrowKeys(
	element: RefObject<HTMLElement | null>,
	onEscape: () => void,
): void {
	useEffect(() => {
		const box = element.current;
		if (box === null) return;
		function press(event: KeyboardEvent): void {
			if (event.key === "Escape") onEscape();
			if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
			const stops = [
				...(box?.querySelectorAll<HTMLElement>("input, li a") ?? []),
			];
			const at = stops.indexOf(document.activeElement as HTMLElement);
			const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
			if (next === undefined) return;
			event.preventDefault();
			next.focus();
		}
		box.addEventListener("keydown", press);
		return () => box.removeEventListener("keydown", press);
	}, [element, onEscape]);
}
