import type { TakedownKind, TakedownReason } from "./takedowns.ts";

/** Why something was taken down, in words that continue "because". */
export const TAKEDOWN_REASONS: Record<TakedownReason, string> = {
	wrong_person: "it concerned the wrong person",
	private: "it contained private information",
	copyright: "someone holds the copyright",
	defamation: "it was said to be defamatory",
	wrong_words: "these words were not said",
	legal_order: "a court or an authority ordered it",
	abuse: "it broke this site's rules",
	other: "this site's team decided so",
};

/** These are answered with 451 instead of 410. */
const LEGAL: readonly TakedownReason[] = ["copyright", "defamation", "legal_order"];

export function isLegalReason(reason: TakedownReason): boolean {
	return LEGAL.includes(reason);
}

export const TAKEDOWN_KINDS: Record<TakedownKind, string> = {
	video: "Report",
	statement: "Statement",
	page: "Page",
	dispute: "Dispute",
	response: "Response",
	speaker_name: "Speaker's name",
	member: "Account",
};

export const TAKEDOWN_SUBJECTS: Record<TakedownKind, string> = {
	video: "This report",
	statement: "This statement",
	page: "This page",
	dispute: "This dispute's page and comment",
	response: "This response",
	speaker_name: "This speaker's name",
	member: "This account",
};

/** The title of a page in whose place only the reason is shown. */
export const TAKEN_DOWN_TITLE = "Taken down";
