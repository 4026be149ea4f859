import { Suspense, useEffect, useState } from "react";
import { lazyComponent, missingLayer } from "#web/ui/lazy-part.tsx";
import { closeShortcutHelp, useShortcutHelp } from "#web/ui/shortcut-help.tsx";
import { SHORTCUTS, shortcutsEnabled } from "./shortcuts.ts";

declare global {
	interface Window {
		/**
		 * Defined by public/keep-presses.js, which records keys pressed before this component listens; missing in
		 * tests.
		 */
		releaseKeys?: () => Iterable<KeyboardEvent>;
	}
}

const ShortcutHelp = lazyComponent(
	async () => (await import("./shortcut-help.tsx")).ShortcutHelp,
	undefined,
	{ ahead: true, missing: missingLayer },
);

/** Keys pressed in these elements are text, or belong to an open dialog. */
const IGNORED_TARGETS =
	'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]';

/** Handles the shortcuts on every page, and shows their list on request. */
export function ShortcutKeys() {
	const open = useShortcutHelp();
	const [wanted, setWanted] = useState(false);
	if (open && !wanted) setWanted(true);
	useEffect(() => {
		for (const kept of window.releaseKeys?.() ?? []) press(kept);
		document.addEventListener("keydown", press);
		return () => document.removeEventListener("keydown", press);
	}, []);
	return (
		wanted && (
			<Suspense fallback={null}>
				<ShortcutHelp open={open} onClose={closeShortcutHelp} />
			</Suspense>
		)
	);
}

function press(event: KeyboardEvent): void {
	if (event.defaultPrevented || event.isComposing) return;
	if (event.ctrlKey || event.metaKey || event.altKey) return;
	const shortcut = SHORTCUTS.find(({ key }) => key === event.key);
	if (shortcut === undefined || shortcut.act === null) return;
	if (!shortcutsEnabled() || isTyping(event.target)) return;
	if (shortcut.act()) event.preventDefault();
}

function isTyping(target: EventTarget | null): boolean {
	if (target instanceof Element && target.closest(IGNORED_TARGETS) !== null) {
		return true;
	}
	return document.querySelector('[role="dialog"]') !== null;
}
