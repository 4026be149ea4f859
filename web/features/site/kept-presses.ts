declare global {
	interface Window {
		/** From theme.js, which keeps what was pressed before the app ran; missing in tests. */
		releasePresses?: () => Iterable<HTMLElement>;
	}
}

/** Carries out, in order, what was pressed and submitted before the app had taken over the page. */
export function repeatKeptPresses(): () => void {
	// Later than what the fields' values change, which the app reads as it takes over.
	const timer = setTimeout(carryOut);
	return () => clearTimeout(timer);
}

function carryOut(): void {
	document.documentElement.dataset.ready = "";
	for (const control of window.releasePresses?.() ?? []) {
		if (!control.isConnected) continue;
		if (control instanceof HTMLFormElement) control.requestSubmit();
		else control.click();
	}
}
