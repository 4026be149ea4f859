import type { Result, Statement } from "./answers.ts";

/** What the parts of the extension say to each other. */

/** To the background: the watch page has a video. */
export type LookupMessage = { type: "lookup"; video_id: string };
export type LookupAnswer = {
	/** null: it has not been checked; "unreachable": nobody knows. */
	result: Result | null | "unreachable";
	/** Whether a card appears when a statement is made. */
	cards: boolean;
	/** The keys that check the last minute, as `shortcutOf` names them; empty for none. */
	shortcut: string;
};
/** To the background: no more cards, once and for all. */
type NoCardsMessage = { type: "no_cards" };
/** To the background: let the member sign in. */
type SignInMessage = { type: "sign_in" };
export type SignInAnswer = { problem: string | null };
/** To the background, from a panel: Firefox gives framed pages neither of them. */
type PanelMessage = { type: "forget_lookups" } | { type: "open_options" };
export type BackgroundMessage = LookupMessage | NoCardsMessage | SignInMessage | PanelMessage;

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

/** To the background, once the port is open: check what was said up to this second. */
export type AskMoment = {
	video_id: string;
	at: number;
	/** The captions that the member's browser read, as WebVTT; null for the server's own. */
	transcript: string | null;
};

/** From the background about a moment, as far as it is known; sent again after each change. */
export type MomentCard = {
	/** The words that are checked. */
	said: string | null;
	/** What is being done; null at the end. */
	stage: { words: string; detail: string } | null;
	/** Rated so far. */
	statements: Statement[];
	simulated: boolean;
	/** Of the words (BCP 47). */
	language: string | undefined;
	problem: MomentProblem | null;
	/** The address of a statement's place in the report ends with its id. */
	report: string;
	/** What the watch page shows of the video from now on. */
	result: Result | null;
};

export type MomentProblem = {
	words: string;
	/** Whether trying again can help. */
	again: boolean;
	transcript_wanted: boolean;
};

export const MOMENT_PORT = "moment";
