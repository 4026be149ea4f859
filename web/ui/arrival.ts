let pending = false;
let travelled = false;

/** A new route has come up; the heading that shows next takes the focus. */
export function announceArrival(): void {
	pending = true;
	travelled = true;
}

/** Whether a heading that has just appeared should take the focus. */
export function takeArrival(): boolean {
	if (pending) {
		pending = false;
		return true;
	}
	// A loading page's heading leaves with the focus; the real one follows on.
	return travelled && document.activeElement === document.body;
}
