import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Calls back with what was typed into a field before the app had taken the page over, if it is not
 * what the server put there.
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
