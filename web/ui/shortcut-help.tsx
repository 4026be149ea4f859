import { useSyncExternalStore } from "react";

/** A button for visitors who do not know the key that opens the list of shortcuts. */
export function ShortcutHelpButton({ className = "" }: { className?: string }) {
	return (
		<button
			type="button"
			aria-haspopup="dialog"
			onClick={openShortcutHelp}
			className={`min-h-9 items-center text-sm link ${className}`}
		>
			Keyboard shortcuts
		</button>
	);
}

let open = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
	open = next;
	for (const listener of listeners) listener();
}

/** Opens the list of keyboard shortcuts from anywhere on the page. */
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
		() => false,
	);
}
