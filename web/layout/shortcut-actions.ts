/**
 * A shortcut does what a press on the page does: statements carry `data-statement`, their
 * buttons `data-press` with a name. A page without them has nothing to press.
 */
const STATEMENT = "[data-statement]";

/** The parts of a card that a key presses. */
export type Pressed = "more" | "agree" | "disagree";

/** Puts the focus into the search field, out of the folded menu where it is in one. */
export function focusSearch(): boolean {
	const field = document.querySelector<HTMLInputElement>("input[type=search]");
	if (field === null) return false;
	const menu = document.querySelector<HTMLElement>(
		'[aria-controls="site-menu"][aria-expanded="false"]',
	);
	if (menu?.checkVisibility?.()) menu.click();
	// The menu opens with the next frame.
	requestAnimationFrame(() => {
		field.focus();
		field.select();
	});
	return true;
}

/** Goes to the next (1) or previous (-1) statement, from the focused or else the first in sight. */
export function moveToStatement(step: 1 | -1): boolean {
	const all = [...document.querySelectorAll<HTMLElement>(STATEMENT)];
	const focused = all.indexOf(focusedStatement() ?? document.body);
	const next = focused === -1 ? all[startOf(all)] : all[focused + step];
	if (next === undefined) return false;
	next.scrollIntoView({ block: "start" });
	next.focus({ preventScroll: true });
	return true;
}

/** Presses a button of the statement that holds the focus. */
export function pressInStatement(name: Pressed): boolean {
	const button = focusedStatement()?.querySelector<HTMLElement>(
		`[data-press="${name}"]`,
	);
	button?.click();
	return button !== null && button !== undefined;
}

/** The same, only where the statement itself has the focus and no control in it. */
export function pressOnStatement(name: Pressed): boolean {
	if (document.activeElement !== focusedStatement()) return false;
	return pressInStatement(name);
}

function focusedStatement(): HTMLElement | null {
	return document.activeElement?.closest<HTMLElement>(STATEMENT) ?? null;
}

/** The first statement that is not scrolled past. */
function startOf(all: readonly HTMLElement[]): number {
	const padding = getComputedStyle(document.documentElement).scrollPaddingTop;
	const top = Number.parseFloat(padding) || 0;
	const seen = all.findIndex(
		(statement) => statement.getBoundingClientRect().top >= top - 1,
	);
	return Math.max(0, seen);
}
