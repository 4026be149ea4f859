/** Texts of pages that the server writes too; apart from texts.ts, because the first route does not need them. */

/** The texts of a transcript with instructions to the models that rate it. */
export const PROMPT_INJECTION_NOTE = {
	title: "This video contains text aimed at AI raters",
	detail:
		"These words address the AI models that rate the video, not its viewers. They may be an attempt to change the score, or talk about such attempts. The models are told to judge only facts.",
};

/** The home page's steps, before the app runs and in it. `searches`: this site looks for sources. */
export function homeSteps(searches: boolean) {
	return {
		transcript: {
			title: "The transcript is read",
			text: "We fetch the video's own captions, with the time of each line. If there are none, the report says where the transcript comes from.",
		},
		statements: {
			title: "Statements are found",
			text: "We pick the claims that can be checked, word for word. Opinions, stories and jokes are left out.",
		},
		ratings: searches ? BY_SOURCES : FROM_MEMORY,
	};
}

const BY_SOURCES = {
	title: "Pages are opened, models judge",
	text: "We search for pages about each claim and open them. AI models judge the claim by what the pages say, and a program checks each quote against its page.",
};

const FROM_MEMORY = {
	title: "Models rate from memory",
	text: "This site does not search for sources. AI models rate each claim by what they remember, from 0 (factual) to 100 (false), and say why.",
};
