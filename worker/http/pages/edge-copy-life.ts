/**
 * How long a data center answers from its own copy of a page. A copy cannot be
 * called back from other data centers, so it must have died by the time a
 * re-analysis that was started after it is over: a run asks the platform and
 * then models, one after the other, which takes longer than this. While a run
 * is on nothing is kept. It also bounds how late a vote shows.
 */
export const EDGE_COPY_S = 5;
