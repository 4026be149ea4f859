/** Sentences that both the server and the app show. */

export const CONFIRM_EMAIL_FIRST =
	"Please check your email to confirm your account before signing in.";
/** On a site that sends no email. */
export const CONFIRMED_ON_CONSOLE =
	"This site sends no email, so members do not confirm their address. Admins do, with the link on the server's console.";
export const AUTHENTICATION_FAILED = "Authentication failed";
export const SIGN_IN_TO_VOTE = "Please sign in to vote on statements";
export const UNKNOWN_FAILURE = "Something went wrong on our side. Please try again.";

/** How long the team takes to review an ownership claim. */
export const REVIEW_TIME = "24-48 hours";

export const VIDEO_NOT_FOUND = {
	title: "Video Not Found",
	detail: "The video doesn't exist or hasn't been analyzed yet.",
};

/** Shown for a report without statements. */
export const NOTHING_TO_CHECK = {
	title: "Nothing to check",
	detail: "No factual statements were found, so there is no score. That is neither good nor bad.",
};

/** Shown for a moment without statements. */
export const NOTHING_SAID = "Nothing that can be checked was said there.";

/** Shown for a statement that addresses the AI that rates it. */
export const PROMPT_INJECTION_MARK = "Aimed at AI raters";

/** What a visitor of a site in demo mode has to know. */
export const DEMO_WORDS =
	"No AI model is set up here: samples are simulated, other videos get their sources without a score.";

/** Texts of the home page. */
export const HOME = {
	title: "How much of that video is true?",
	intro:
		"Paste a YouTube link. AI models rate the statements that matter most from 0 (factual) to 100 (false), and show you why.",
	/** The intro in demo mode, which asks no model. */
	demo_intro:
		"Paste a YouTube link to see which statements are in a video and what Wikipedia and PubMed say about them.",
};
