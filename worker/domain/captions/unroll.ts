export type ShownLine = { text: string; word_times: boolean };
/** What one cue shows, line by line; blank lines included. */
export type Window = { start: number; end: number; lines: ShownLine[] };

/**
 * Automatic captions scroll: a cue shows earlier lines above its new one, and
 * a cue of 10 ms lets the window settle before the next. So far two lines
 * (today) and three lines (2016) are known. Files that lost their word times
 * on the way, to SRT for example, are told by this many scrolled cues.
 */
const ROLLS_TO_TELL = 3;
const ROLL_SHARE_TO_TELL = 0.3;

export function isRolling(windows: Window[]): boolean {
	if (windows.some(({ lines }) => lines.some((line) => line.word_times)))
		return true;
	const rolls = windows.filter((window, index) => {
		const carried = carriedLines(windows[index - 1], window);
		return carried > 0 && carried < shown(window).length;
	}).length;
	return rolls >= ROLLS_TO_TELL && rolls >= windows.length * ROLL_SHARE_TO_TELL;
}

/** Each window with only the lines that it is the first to show. */
export function unroll(windows: Window[]): Window[] {
	return windows.map((window, index) => ({
		...window,
		lines: shown(window).slice(carriedLines(windows[index - 1], window)),
	}));
}

function shown(window: Window): ShownLine[] {
	return window.lines.filter((line) => line.text !== "");
}

/** How many of the window's first lines stood last in the one before. */
function carriedLines(before: Window | undefined, window: Window): number {
	if (before === undefined) return 0;
	const old = shown(before);
	const now = shown(window);
	// Nothing but blank above a single line: it has just come in at the bottom.
	const bottom = window.lines.at(-1)?.text !== "";
	if (now.length === 1 && window.lines.length > 1 && bottom) return 0;
	const fresh = now.findIndex((line) => line.word_times);
	return overlap(textsOf(old), textsOf(fresh < 0 ? now : now.slice(0, fresh)));
}

function textsOf(lines: ShownLine[]): string[] {
	return lines.map((line) => line.text);
}

/**
 * How many of the last `old` lines are the first of `now`, at most: by Knuth,
 * Morris and Pratt, as a file may hold a hundred thousand lines in one cue.
 */
function overlap(old: string[], now: string[]): number {
	/** For each beginning of `now`, how long a shorter one it ends with. */
	const borders = [0];
	for (let at = 1; at < now.length; at++)
		borders.push(grown(now, borders, borders[at - 1] ?? 0, now[at]));
	let length = 0;
	for (const line of old) length = grown(now, borders, length, line);
	return length;
}

/** How much of `now` stands at the end, once `line` follows where `length` of it stood. */
function grown(
	now: string[],
	borders: number[],
	length: number,
	line: string | undefined,
): number {
	let held = length === now.length ? (borders[length - 1] ?? 0) : length;
	while (held > 0 && now[held] !== line) held = borders[held - 1] ?? 0;
	return now.length > 0 && now[held] === line ? held + 1 : 0;
}
