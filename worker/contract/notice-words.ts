import type { NoticeKind, NoticeOutcome } from "./notices.ts";

export const NOTICE_KINDS: Record<NoticeKind, string> = {
	wrong_person: "It is about the wrong person",
	private: "It contains private information",
	copyright: "It infringes a copyright",
	defamation: "It is defamatory",
	wrong_words: "These words were not said",
	other: "Something else",
};

export const NOTICE_OUTCOMES: Record<NoticeOutcome, string> = {
	taken_down: "Taken down",
	corrected: "Corrected",
	no_change: "Not changed",
};
