/** How the process of a document ends if the document is broken; as EX_DATAERR in sysexits.h. */
export const BROKEN_EXIT = 65;
