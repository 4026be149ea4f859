/** Of the cells with numbers in this page's tables. */
export const NUMBER = "py-3 pl-3 text-right whitespace-nowrap";
/** In a row that another one goes with. */
export const TOP_NUMBER = "pt-3 pl-3 text-right whitespace-nowrap";
