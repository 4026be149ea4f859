/**
 * Texts of pages that the server also renders. They are separate from texts.ts because the first
 * route does not need them.
 */

/** Shown for a transcript that contains instructions to the models that rate it. */
export const PROMPT_INJECTION_NOTE = {
	title: "This video contains text aimed at AI raters",
	detail:
		"These words address AI models, not the video's viewers. They may be an attempt to change the score, or talk about such attempts.",
	/** Not true in demo mode, which asks no model. */
	told: " The models are asked to judge only facts.",
};

/**
 * The home page's steps, rendered by the server and by the app. `searches` says whether the site
 * searches for sources, `demo` whether it has no AI model.
 */
export function homeSteps(searches: boolean, demo: boolean) {
	return {
		transcript: {
			title: "The transcript is read",
			text: "We fetch the video's own captions, with the time of each line. If there are none, the report says where the transcript comes from.",
		},
		statements: {
			title: "Statements are found",
			text: demo
				? "We pick the sentences that look like claims, word for word. In demo mode a simple rule does this."
				: "We pick the claims that can be checked, word for word. Opinions, stories and jokes are left out.",
		},
		ratings: demo ? withoutModel(searches) : searches ? BY_SOURCES : FROM_MEMORY,
	};
}

const BY_SOURCES = {
	title: "Pages are opened, models judge",
	text: "We search for pages about each claim and open them. AI models judge the claim by what the pages say, a program finds each quote on its page, and the quotes are read a second time.",
};

const FROM_MEMORY = {
	title: "Models rate from memory",
	text: "This site does not search for sources. AI models rate each claim by what they remember, from 0 (factual) to 100 (false), and say why.",
};

function withoutModel(searches: boolean) {
	const sources = searches ? "You see what the sources say, without a score. " : "";
	return {
		title: "You judge for yourself",
		text: `No AI model is set up here. ${sources}Only the sample videos have scores, which are simulated.`,
	};
}
