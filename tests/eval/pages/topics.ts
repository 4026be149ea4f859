import { AIMED } from "./aimed.ts";
import { DATES } from "./dates.ts";
import { FOOTNOTES } from "./footnotes.ts";
import { FURNITURE } from "./furniture.ts";
import { HIDDEN_TEXT } from "./hidden-text.ts";
import { INDEPENDENCE } from "./independence.ts";
import { KINDS } from "./kinds.ts";
import { OWN_QUERIES } from "./own-queries.ts";
import { REFUSED } from "./refused.ts";
import type { Topic } from "./topic.ts";
import { WALL_PAGES } from "./walls.ts";
import { WORTHY_SENTENCES } from "./worthy-sentences.ts";

/** All that `--set pages` measures, in the order of its table. */
export const TOPICS: readonly Topic[] = [
	HIDDEN_TEXT,
	FOOTNOTES,
	WALL_PAGES,
	REFUSED,
	DATES,
	KINDS,
	FURNITURE,
	INDEPENDENCE,
	AIMED,
	WORTHY_SENTENCES,
	OWN_QUERIES,
];
