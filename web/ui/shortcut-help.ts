import { useSyncExternalStore } from "react";

let open = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
	open = next;
	for (const listener of listeners) listener();
}

/** Shows the keyboard shortcuts, from wherever on the page. */
export function openShortcutHelp(): void {
	set(true);
}

export function closeShortcutHelp(): void {
	set(false);
}

export function useShortcutHelp(): boolean {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => open,
	);
}
