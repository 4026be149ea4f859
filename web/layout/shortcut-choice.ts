const KEY = "shortcuts";
const OFF = "off";

/** Holds where the browser refuses storage. */
let chosen: boolean | null = null;

/** Whether single keys do anything: people who speak to their computer may want none. */
export function shortcutsAreOn(): boolean {
	if (chosen !== null) return chosen;
	try {
		return localStorage.getItem(KEY) !== OFF;
	} catch {
		return true;
	}
}

/** Kept for later visits too. */
export function chooseShortcuts(on: boolean): void {
	chosen = on;
	try {
		if (on) localStorage.removeItem(KEY);
		else localStorage.setItem(KEY, OFF);
	} catch {
		// Blocked storage: the choice holds for this page.
	}
}
