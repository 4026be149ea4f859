import { openShortcutHelp } from "#web/ui/shortcut-help.tsx";

type Shortcut = {
	/** The key's name in keyboard events. */
	key: string;
	/** The key's label. */
	label: string;
	does: string;
	/**
	 * Performs the action and returns whether there was anything to do; null if the browser or the
	 * page handles the key itself.
	 */
	act: (() => boolean) | null;
};

/** All shortcuts. The key listener and the help page both use this list. */
export const SHORTCUTS: Shortcut[] = [
	{ key: "/", label: "/", does: "Search analyzed videos", act: focusSearch },
	{ key: "j", label: "j", does: "Next statement", act: () => moveToStatement(1) },
	{ key: "k", label: "k", does: "Previous statement", act: () => moveToStatement(-1) },
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
 * A shortcut simulates a click on the page. Statements have `data-statement`, their buttons
 * `data-press` with a name. On pages without them, a shortcut does nothing.
 */
const STATEMENT = "[data-statement]";

/** The buttons of a card that shortcuts can click. */
type StatementAction = "more" | "agree" | "disagree";

/** Focuses the search field, and opens the folded menu that contains it. */
function focusSearch(): boolean {
	const field = document.querySelector<HTMLInputElement>("input[type=search]");
	if (field === null) return false;
	const menu = document.querySelector<HTMLElement>(
		'[aria-controls="site-menu"][aria-expanded="false"]',
	);
	if (menu?.checkVisibility?.()) menu.click();
	// The menu opens in the next frame.
	requestAnimationFrame(() => {
		field.focus();
		field.select();
	});
	return true;
}

/**
 * Moves to the next (1) or previous (-1) statement, starting from the focused one or else the
 * first visible one.
 */
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
 * Clicks a button of the focused statement. If the focus is on a control inside the statement,
 * the key is not meant as a vote.
 */
function clickFocusedStatement(name: StatementAction): boolean {
	const statement = focusedStatement();
	if (statement === null || statement !== document.activeElement) return false;
	const button = statement.querySelector<HTMLElement>(`[data-press="${name}"]`);
	// The vote must be visible when it is cast.
	if (name !== "more")
		statement.querySelector<HTMLElement>('[data-press="more"][aria-expanded="false"]')?.click();
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
	const seen = all.findIndex((statement) => statement.getBoundingClientRect().top >= top - 1);
	return Math.max(0, seen);
}

const KEY = "shortcuts";
const OFF = "off";

/** Used if browser storage is blocked. */
let chosen: boolean | null = null;

/** Whether the shortcuts are enabled. Visitors who use speech input may have disabled them. */
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
		// Storage is blocked, so the choice lasts until the page is closed.
	}
}
