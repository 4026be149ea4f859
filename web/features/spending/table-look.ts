/** Shared by the tables of this page. */
export const HEAD = "py-2 font-normal";
export const NUMBER_HEAD = "py-2 pl-3 text-right font-normal";
export const NUMBER = "py-3 pl-3 text-right whitespace-nowrap";
/** In a row that another one goes with. */
export const TOP_NUMBER = "pt-3 pl-3 text-right whitespace-nowrap";
