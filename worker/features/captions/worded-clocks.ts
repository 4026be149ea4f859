import { spokenSeconds } from "./spoken-clock.ts";

/*
 * Times that are written with the names of their units are rewritten as clocks, if a text has them
 * throughout: "[1m5s]" at the start of lines, "1 minute 5 seconds" on lines of their own, and the
 * "#00:01:05-2#" of programs for interviews.
 */

const CLOCKS_TO_TELL = 3;
/** The lines that say when something was said, of all. */
const SHARE_TO_TELL = 0.2;
const LETTERED =
	/^([\s>*•-]{0,8})([[(]?)(?:(\d{1,2})h)?\s?(?:(\d{1,3})m(?:in)?)?\s?(?:(\d{1,5})s)?[\])]?(?=[\s:–-]|$)/u;
const INTERVIEW = /#(\d{1,2}:\d{2}:\d{2})-(\d)#/g;
/** No label is longer. */
const MAX_LABEL_CHARS = 60;

export function rewriteClocks(text: string): string {
	const read = text.replace(INTERVIEW, "[$1.$2]");
	if (!/\p{Nd}/u.test(read)) return read;
	const lines = read.split("\n");
	return rewriteLines(lines, lettered) ?? rewriteLines(lines, (line) => spokenLine(line)) ?? read;
}

type Rewritten = { seconds: number; line: string };

/** null if the lines do not have such times throughout. */
function rewriteLines(
	lines: readonly string[],
	read: (line: string) => Rewritten | null,
): string | null {
	const found = lines.map(read);
	const clocks = found.filter((it) => it !== null);
	const spoken = lines.filter((line) => line.trim() !== "").length;
	const rise = clocks.every(({ seconds }, at) => seconds >= (clocks[at - 1]?.seconds ?? 0));
	if (clocks.length < CLOCKS_TO_TELL || clocks.length < spoken * SHARE_TO_TELL || !rise)
		return null;
	return lines.map((line, at) => found[at]?.line ?? line).join("\n");
}

function lettered(line: string): Rewritten | null {
	const found = LETTERED.exec(line.slice(0, 80));
	if (found === null) return null;
	const [whole, lead = "", bracket = "", hours, minutes, second] = found;
	const units = [hours, minutes, second].filter((unit) => unit !== undefined).length;
	// "5s" and "3m" begin sentences.
	if (units === 0 || (units === 1 && bracket === "")) return null;
	const seconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(second ?? 0);
	return { seconds, line: `${lead}[${clockOf(seconds)}]${line.slice(whole.length)}` };
}

function spokenLine(line: string): Rewritten | null {
	if (line.length > MAX_LABEL_CHARS || !/\p{Nd}/u.test(line)) return null;
	const seconds = spokenSeconds(line);
	return seconds === null ? null : { seconds, line: clockOf(seconds) };
}

function clockOf(seconds: number): string {
	const two = (value: number) => String(value).padStart(2, "0");
	const minutes = Math.floor(seconds / 60);
	return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
