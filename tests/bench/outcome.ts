/** What one subject's measuring brought. */
export type Outcome = {
	/** What it is measured against, in the same run. */
	baseline: string;
	table: Record<string, Cells>;
	/** Aims that were missed by more than noise, in words. */
	missed: string[];
	/** How cost grows with size; empty where size has no part in it. */
	growth: Growth[];
};

/** A row's figures by column. Every row of a table has the same columns. */
export type Cells = Record<string, string | number>;

/** Lines of one small picture; both of its axes rise by powers of ten. */
export type Growth = {
	title: string;
	x: string;
	y: string;
	lines: { name: string; points: Point[] }[];
};
export type Point = { x: number; y: number };

/**
 * `short` is for the tests: it looks at counts and takes no time for figures.
 * `large` adds sizes that take minutes to set up.
 */
export type Size = "short" | "usual" | "large";

export type Subject = (size: Size) => Promise<Outcome>;
