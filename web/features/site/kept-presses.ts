declare global {
	interface Window {
		/** From theme.js, which keeps what was pressed before the app ran; missing in tests. */
		releasePresses?: () => Iterable<HTMLElement>;
	}
}

/** Carries out, in order, what was pressed and submitted before the app had taken over the page. */
export function repeatKeptPresses(): () => void {
	// Later than what the fields' values change, which the app reads as it takes over.
	let timer = setTimeout(() => {
		document.documentElement.dataset.ready = "";
		carryOut([...(window.releasePresses?.() ?? [])]);
	});
	function carryOut([control, ...later]: HTMLElement[]): void {
		if (!control) return;
		if (control instanceof HTMLFormElement && control.isConnected)
			control.requestSubmit();
		else if (control.isConnected) control.click();
		// The next one meets the page that this one has led to, such as a filled field.
		timer = setTimeout(() => carryOut(later));
	}
	return () => clearTimeout(timer);
}
