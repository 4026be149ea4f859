/** The keys that check the last minute, unless the options say otherwise. */
export const DEFAULT_SHORTCUT = "Alt+Shift+KeyC";

type PressedKey = Pick<KeyboardEvent, "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "code">;

/**
 * What is pressed, as "Alt+Shift+KeyC"; null without a letter or digit and one of Alt, Ctrl and Meta,
 * because YouTube has keys of its own without them.
 */
export function shortcutOf({
	altKey,
	ctrlKey,
	metaKey,
	shiftKey,
	code,
}: PressedKey): string | null {
	if (!(altKey || ctrlKey || metaKey) || !/^(?:Key[A-Z]|Digit\d)$/.test(code)) return null;
	const held = { Ctrl: ctrlKey, Alt: altKey, Shift: shiftKey, Meta: metaKey };
	const names = Object.entries(held).flatMap(([name, is_held]) => (is_held ? [name] : []));
	return [...names, code].join("+");
}

/** "Alt+Shift+C"; "Off" if there is none. */
export function shortcutWords(shortcut: string): string {
	return shortcut === "" ? "Off" : shortcut.replace(/\+(?:Key|Digit)(?=.$)/, "+");
}
