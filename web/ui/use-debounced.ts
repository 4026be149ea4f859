import { useEffect, useState } from "react";

/** The value after it has not changed for `pause_ms`. */
export function useDebounced<Value>(value: Value, pause_ms: number): Value {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), pause_ms);
		return () => clearTimeout(timer);
	}, [value, pause_ms]);
	return settled;
}
