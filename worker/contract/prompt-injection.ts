/** The texts of a transcript with instructions to the models that rate it. */
export const PROMPT_INJECTION_NOTE = {
	title: "This video contains text aimed at AI raters",
	detail:
		"These words speak to the models that rate the video rather than to its viewers. They may be meant to change the score, or be a talk about such attempts. The models are told to judge nothing but facts.",
};
