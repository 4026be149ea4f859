import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * Calls back with text that was typed into a field before hydration, if it differs from the
 * server's value.
 */
export function useTypedBefore(
	field: RefObject<HTMLInputElement | null>,
	onTyped: (text: string) => void,
): void {
	const call = useRef(onTyped);
	useLayoutEffect(() => {
		const { value = "", defaultValue = "" } = field.current ?? {};
		if (value !== defaultValue) call.current(value);
	}, [field]);
}

/** Long enough to search once per word instead of once per letter. */
const DEBOUNCE_MS = 300;

/** The value after it has not changed for DEBOUNCE_MS. */
export function useDebounced<Value>(value: Value): Value {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [value]);
	return settled;
}
