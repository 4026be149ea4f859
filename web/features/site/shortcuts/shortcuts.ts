import { openShortcutHelp } from "#web/ui/shortcut-help.tsx";

type Shortcut = {
	/** The keyboard event's name of the key. */
	key: string;
	/** The key's label. */
	label: string;
	does: string;
	/** Returns whether there was anything to do; null if the browser or the page does it anyway. */
	act: (() => boolean) | null;
};

/** Every shortcut: the listener and the help read the same list. */
export const SHORTCUTS: Shortcut[] = [
	{ key: "/", label: "/", does: "Search analyzed videos", act: focusSearch },
	{
		key: "j",
		label: "j",
		does: "Next statement",
		act: () => moveToStatement(1),
	},
	{
		key: "k",
		label: "k",
		does: "Previous statement",
		act: () => moveToStatement(-1),
	},
	{
		key: "Enter",
		label: "Enter",
		does: "Open or close the statement",
		act: () => clickFocusedStatement("more"),
	},
	{
		key: "a",
		label: "a",
		does: "Agree with the rating of the statement in focus",
		act: () => clickFocusedStatement("agree"),
	},
	{
		key: "d",
		label: "d",
		does: "Disagree with the rating of the statement in focus",
		act: () => clickFocusedStatement("disagree"),
	},
	{
		key: "?",
		label: "?",
		does: "Show these shortcuts",
		act: () => {
			openShortcutHelp();
			return true;
		},
	},
	{ key: "Escape", label: "Esc", does: "Close what is open", act: null },
];

/**
 * A shortcut does what a click on the page does: statements have `data-statement`, their buttons
 * `data-press` with a name. On a page without them it does nothing.
 */
const STATEMENT = "[data-statement]";

/** The parts of a card that a key clicks. */
type StatementAction = "more" | "agree" | "disagree";

/** Moves the focus to the search field, and opens the folded menu that contains it. */
function focusSearch(): boolean {
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

/** Goes to the next (1) or previous (-1) statement, from the focused or else the first visible one. */
function moveToStatement(step: 1 | -1): boolean {
	const all = [...document.querySelectorAll<HTMLElement>(STATEMENT)];
	const focused = all.indexOf(focusedStatement() ?? document.body);
	const next = focused === -1 ? all[firstVisible(all)] : all[focused + step];
	if (next === undefined) return false;
	next.scrollIntoView({ block: "start" });
	next.focus({ preventScroll: true });
	return true;
}

/**
 * Clicks a button of the statement that has the focus itself. A key pressed on a control in it is
 * not meant as a vote.
 */
function clickFocusedStatement(name: StatementAction): boolean {
	const statement = focusedStatement();
	if (statement === null || statement !== document.activeElement) return false;
	const button = statement.querySelector<HTMLElement>(`[data-press="${name}"]`);
	// A vote is cast where it can be seen.
	if (name !== "more")
		statement
			.querySelector<HTMLElement>('[data-press="more"][aria-expanded="false"]')
			?.click();
	button?.click();
	return button !== null;
}

function focusedStatement(): HTMLElement | null {
	return document.activeElement?.closest<HTMLElement>(STATEMENT) ?? null;
}

/** The first statement that is not scrolled past. */
function firstVisible(all: readonly HTMLElement[]): number {
	const padding = getComputedStyle(document.documentElement).scrollPaddingTop;
	const top = Number.parseFloat(padding) || 0;
	const seen = all.findIndex(
		(statement) => statement.getBoundingClientRect().top >= top - 1,
	);
	return Math.max(0, seen);
}

const KEY = "shortcuts";
const OFF = "off";

/** Used if the browser refuses storage. */
let chosen: boolean | null = null;

/** Whether the shortcuts are on: visitors who use speech input may want none. */
export function shortcutsEnabled(): boolean {
	if (chosen !== null) return chosen;
	try {
		return localStorage.getItem(KEY) !== OFF;
	} catch {
		return true;
	}
}

/** Stored for later visits too. */
export function setShortcutsEnabled(on: boolean): void {
	chosen = on;
	try {
		if (on) localStorage.removeItem(KEY);
		else localStorage.setItem(KEY, OFF);
	} catch {
		// Storage is blocked: the choice lasts as long as the page.
	}
}
