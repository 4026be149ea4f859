declare global {
	interface Window {
		/** Defined by public/keep-presses.js, which records clicks before the app runs; missing in tests. */
		releasePresses?: () => Iterable<HTMLElement>;
	}
}

/** Replays, in order, the clicks and form submissions from before the hydration. */
export function repeatKeptPresses(): () => void {
	// Runs after the changes of the fields' values, which the app reads during hydration.
	let timer = setTimeout(() => {
		document.documentElement.dataset.ready = "";
		carryOut([...(window.releasePresses?.() ?? [])]);
	});
	function carryOut([control, ...later]: HTMLElement[]): void {
		if (!control) return;
		if (control instanceof HTMLFormElement && control.isConnected) control.requestSubmit();
		else if (control.isConnected) control.click();
		// The next replayed click must act on the page that results from this one, for example with a
		// filled field.
		timer = setTimeout(() => carryOut(later));
	}
	return () => clearTimeout(timer);
}
