import type { Result } from "./answers.ts";

/** What the parts of the extension say to each other. */

/** To the background: the watch page has a video. */
export type LookupMessage = { type: "lookup"; video_id: string };
export type LookupAnswer = {
	/** null: it has not been checked; "unreachable": nobody knows. */
	result: Result | null | "unreachable";
	/** Whether a card appears when a statement is made. */
	cards: boolean;
};
/** To the background: no more cards, once and for all. */
type NoCardsMessage = { type: "no_cards" };
/** To the background: let the member sign in. */
type SignInMessage = { type: "sign_in" };
export type SignInAnswer = { problem: string | null };
export type BackgroundMessage = LookupMessage | NoCardsMessage | SignInMessage;

/** From the panel to the page that it is in. */
export type ToPage =
	| { type: "seek"; seconds: number }
	| { type: "close" }
	| { type: "result"; result: Result }
	| { type: "has_captions" }
	| { type: "read_captions" };

/** From the page to its panel. */
export type ToPanel =
	| { type: "time"; seconds: number }
	| { type: "show"; statement_id: string }
	| { type: "has_captions"; yes: boolean }
	/** As WebVTT; null if they could not be read. */
	| { type: "captions"; vtt: string | null };

export const PANEL_PORT = "panel";
