import { useEffect, useRef, useState } from "react";

/** A screen reader that is told more often talks over everything else. */
const PACE_MS = 5_000;

/** The text as a live region may say it: at most one change in five seconds, the latest wins; an urgent one at once. */
export function usePaced(text: string, urgent: boolean): string {
	const [said, setSaid] = useState("");
	const last = useRef(Number.NEGATIVE_INFINITY);
	useEffect(() => {
		if (text === said) return;
		const wait = urgent ? 0 : Math.max(0, last.current + PACE_MS - Date.now());
		const timer = setTimeout(() => {
			last.current = Date.now();
			setSaid(text);
		}, wait);
		return () => clearTimeout(timer);
	}, [text, said, urgent]);
	return said;
}
