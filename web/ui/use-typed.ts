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

/** The value after it has not changed for `pause_ms`. */
export function useDebounced<Value>(value: Value, pause_ms: number): Value {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), pause_ms);
		return () => clearTimeout(timer);
	}, [value, pause_ms]);
	return settled;
}
