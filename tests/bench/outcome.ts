/** What one subject's measuring brought. */
export type Outcome = {
	/** What it is measured against, in the same run. */
	baseline: string;
	table: Record<string, Cells>;
	/** Aims that were missed by more than noise, in words. */
	missed: string[];
};

/** A row's figures by column. Every row of a table has the same columns. */
export type Cells = Record<string, string | number>;

/**
 * `short` is for the tests: it looks at counts and takes no time for figures.
 * `large` adds sizes that take minutes to set up.
 */
export type Size = "short" | "usual" | "large";

export type Subject = (size: Size) => Promise<Outcome>;
