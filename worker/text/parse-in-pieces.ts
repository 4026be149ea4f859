import type { Parser } from "htmlparser2";

/** The parser is fed in pieces, so that it can be stopped in between. */
const PIECE_CHARS = 16_384;

/** Feeds a parser until the text ends or its handler needs no more. */
export function parseInPieces(parser: Parser, markup: string, isStopped: () => boolean): void {
	for (let at = 0; at < markup.length && !isStopped(); at += PIECE_CHARS)
		parser.write(markup.slice(at, at + PIECE_CHARS));
	// At the end the parser closes open elements and handles an incomplete tag as text.
	if (!isStopped()) parser.end();
}
