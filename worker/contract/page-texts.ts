/** Texts of pages that the server writes too; apart from texts.ts, because the first route does not need them. */

/** The texts of a transcript with instructions to the models that rate it. */
export const PROMPT_INJECTION_NOTE = {
	title: "This video contains text aimed at AI raters",
	detail:
		"These words speak to the models that rate the video rather than to its viewers. They may be meant to change the score, or be a talk about such attempts. The models are told to judge nothing but facts.",
};

/** What the home page says of the product, before the app runs and in it. */
export const HOME_STEPS = {
	transcript: {
		title: "The transcript is read",
		text: "We fetch the video's own captions, with the second at which each line is said. If there are none, the report says where its words come from.",
	},
	statements: {
		title: "Statements are found",
		text: "Claims that can be checked are taken out word for word. Opinions, stories and jokes are left alone.",
	},
	ratings: {
		title: "Pages are opened, models judge",
		text: "For each claim, pages are searched and opened. AI models judge it by what the pages say, and each quote is checked against its page.",
	},
};
