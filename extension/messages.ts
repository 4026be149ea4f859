/** What the parts of the extension say to each other. */

/** A statement, as far as a mark on the player needs it. */
export type Mark = {
	id: string;
	timestamp: number;
	/** null if the run asked no sources; an unknown one counts as unverified. */
	verdict: string | null;
	ai_score: number;
	content: string;
};

/** A result, as far as the watch page shows it without a press. */
export type Result = {
	id: string;
	bs_score: number;
	basis: "evidence" | "memory";
	coverage: { checkable: number; checked: number };
	/** null if the run is older than evidence. */
	evidence_sources: string[] | null;
	simulated: boolean;
	statements: Mark[];
};

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
