/** A cue of WebVTT, SRT or SBV as it stands in the file. Times in seconds. */
export type TimedBlock = { start: number; end: number; lines: string[] };

const CLOCK = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const TIMING = new RegExp(`^\\s*${CLOCK}(?:\\s*-->\\s*|,)${CLOCK}(?=\\s|$)`);
const VTT_ASIDE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/**
 * Splits a caption file into its cues, however sloppily it is spaced: a file
 * whose blank lines were lost or doubled reads the same. What comes before the
 * first timing line is header. `vtt` also skips NOTE, STYLE and REGION blocks
 * and cue names; elsewhere only a bare number before a timing line is no text.
 */
export function readTimedBlocks(text: string, vtt: boolean): TimedBlock[] {
	const blocks: TimedBlock[] = [];
	let reader = new BlockReader(null, vtt);
	for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
		const timing = TIMING.exec(line);
		if (timing === null) {
			reader.read(line);
			continue;
		}
		reader.end(true);
		const block = { start: clock(timing, 1), end: clock(timing, 5), lines: [] };
		blocks.push(block);
		reader = new BlockReader(block, vtt);
	}
	reader.end(false);
	return blocks;
}

/** Reads what stands between one timing line and the next. */
class BlockReader {
	readonly #block: TimedBlock | null;
	readonly #vtt: boolean;
	/** Lines after the blank line that ended the cue; null while it still runs. */
	#after: string[] | null = null;
	#in_aside = false;
	#has_words = false;

	constructor(block: TimedBlock | null, vtt: boolean) {
		this.#block = block;
		this.#vtt = vtt;
	}

	read(line: string): void {
		const lines = this.#block?.lines ?? [];
		if (line === "") {
			this.#in_aside = false;
			// A blank line before any word leaves the cue open: its words follow.
			if (this.#has_words) this.#after ??= [];
			else lines.push(line);
			return;
		}
		if (this.#vtt && VTT_ASIDE.test(line) && this.#after?.length === 0)
			this.#in_aside = true;
		if (this.#in_aside) return;
		this.#has_words ||= line.trim() !== "";
		(this.#after ?? lines).push(line);
	}

	/** `next`: a timing line follows, so that a bare number before it is its index. */
	end(next: boolean): void {
		const lines = this.#block?.lines ?? [];
		const after = this.#after ?? [];
		const last = after.length > 0 ? after : lines;
		if (next && isIndex(last.at(-1))) last.pop();
		// One by one: a call takes fewer arguments than a file may have lines.
		if (!this.#vtt) for (const line of after) lines.push(line);
	}
}

/** The running number of SRT. */
function isIndex(line = ""): boolean {
	return /^\s*\d{1,6}\s*$/.test(line);
}

function clock(timing: RegExpExecArray, from: number): number {
	const [hours = 0, minutes = 0, seconds = 0] = [0, 1, 2].map((part) =>
		Number(timing[from + part] ?? 0),
	);
	const whole = hours * 3600 + minutes * 60 + seconds;
	return whole + Number(`0.${timing[from + 3] ?? 0}`);
}
