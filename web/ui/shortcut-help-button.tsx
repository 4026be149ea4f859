import { openShortcutHelp } from "./shortcut-help.ts";

/** The way to the shortcuts for whoever does not know their key. */
export function ShortcutHelpButton({ className = "" }: { className?: string }) {
	return (
		<button
			type="button"
			aria-haspopup="dialog"
			onClick={openShortcutHelp}
			className={`min-h-9 items-center text-sm underline decoration-rule underline-offset-4 hover:decoration-ink ${className}`}
		>
			Keyboard shortcuts
		</button>
	);
}
