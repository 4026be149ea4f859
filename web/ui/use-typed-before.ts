import { type RefObject, useLayoutEffect, useRef } from "react";

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
