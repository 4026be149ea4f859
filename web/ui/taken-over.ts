import { useSyncExternalStore } from "react";

/**
 * False on the server and while the app takes over the page that the server rendered, then true.
 * What only the browser knows (its clock, language, storage) is shown from then on: the first render
 * has to be the same on both sides.
 */
export function useTakenOver(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	);
}

function neverChanges(): () => void {
	return () => {};
}
