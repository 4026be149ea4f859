/** A line of the specification: what it says, and the screens of the table where it stands. */
export type SpecWords = {
	part: string;
	/** Names of rows of the table of screens; all of the words stand on each. */
	on: string[];
	words: (string | RegExp)[];
	/** Where the design asks for something else than the specification's first words. */
	note?: string;
};

export const SPEC_WORDS: SpecWords[] = [
	{
		part: "Header, signed out",
		on: ["home"],
		words: ["BS Detector", "Search analyzed videos...", "Dashboard", "Sign In"],
	},
	{
		part: "Header, signed in",
		on: ["home-member"],
		words: [/Member \d/, "Sign Out"],
	},
	{
		part: "Footer and badge",
		on: ["home", "results", "contact"],
		words: [
			"AI-powered fact-checking for videos",
			"community validation",
			"Built with",
		],
	},
	{
		part: "Search results",
		on: ["search"],
		words: [
			/Search Results \(\d+\)/,
			/[\d.]+K views/,
			/AI: \d+%/,
			"Login Required",
		],
	},
	{
		part: "Search, nothing found",
		on: ["search-nothing"],
		words: ["No videos found", "Try different search terms"],
	},
	{
		part: "Sign-in dialog",
		on: ["dialog-sign-in"],
		words: ["Sign In", "Create Account", "Email", "Password", /Show/],
	},
	{
		part: "Sign-in dialog, social provider",
		on: ["dialog-sign-in-google"],
		words: ["Continue with Google", "Or continue with email"],
	},
	{
		part: "Sign-up dialog",
		on: ["dialog-sign-up"],
		words: ["Full name", "Terms of Service", "Privacy Policy"],
	},
	{
		part: "Video card",
		on: ["home", "archive"],
		words: [
			"AI confidence",
			"Community agreement",
			"No votes yet",
			"views",
			/Analyzed /,
			"Login Required",
			"Sign in to view full analysis",
			"Factual",
			"Moderate BS",
			"High BS",
		],
	},
	{
		part: "Home",
		on: ["home"],
		words: [
			"Analyze Video",
			"Recently Analyzed",
			"Videos analyzed",
			"BS claims caught",
			"Creators helped",
			/How It Works/i,
			"Stay Updated",
			"Subscribe",
		],
	},
	{
		part: "Analysis modal",
		on: ["dialog-analysis"],
		words: [
			/\d+\.\d%/,
			"BS Score",
			"Claims Found",
			"Continue in Background",
			"Open in new tab",
			/(OpenAI|Claude|Gemini) analyzing/,
			"Analysis typically takes 30-60 seconds",
		],
	},
	{
		part: "Results",
		on: ["results"],
		words: [
			"Back to Home",
			"48.2K views",
			"8:32",
			/Share\s+Results/,
			/Export/,
			"Re-analyze",
			"Transcript",
			"Statement Analysis",
			/average BS score/i,
			"BS Score",
			"Mixed accuracy",
			"AI confidence",
			"Average score by model",
			"Community Activity",
			"Agree",
			"Disagree",
			"Analysis Information",
			"3 AI models",
			"characters",
			"Run Fresh Analysis",
			"More",
			/models (agree|disagree)/i,
		],
		note: '"3 AI models" counts the panel as it is.',
	},
	{
		part: "Results, share menu",
		on: ["share-menu"],
		words: ["Copy Link", "Share on X", "Share on Facebook"],
	},
	{
		part: "Results, unfolded",
		on: ["results-unfolded"],
		words: [
			/Auto-extracted/,
			"Less",
			"Explanation",
			/sources/i,
			"Score by model",
			"Questionable",
			"Misleading",
		],
	},
	{
		part: "Results, creator response",
		on: ["results-no-statements"],
		words: ["Creator Response", "hasn't responded yet", "Claim This Video"],
	},
	{
		part: "Results, loading",
		on: ["results-loading"],
		words: ["Loading Analysis..."],
	},
	{
		part: "Results, unknown",
		on: ["results-unknown"],
		words: [
			"Video Not Found",
			"The video doesn't exist or hasn't been analyzed yet",
			"Go Home",
		],
	},
	{
		part: "Results, no statements",
		on: ["results-no-statements"],
		words: ["No Statements Found", "Nothing to check"],
		note: "A score of 0 with no statements is no verdict and gets none.",
	},
	{
		part: "Results, running",
		on: ["results-running"],
		words: ["Analysis in Progress"],
		note: 'A run that is on needs no "Re-analyze Now"; a failed one has its own way on.',
	},
	{
		part: "Results, failed",
		on: ["results-failed"],
		words: [/Try Again|Re-analyze Now/, /transcript/i],
	},
	{
		part: "Results, not fetched",
		on: ["results-failing"],
		words: ["Failed to fetch video", "Try Again", "Go Home"],
	},
	{
		part: "Dashboard, community",
		on: ["dashboard-visitor"],
		words: [
			"Community Hub",
			"Video Owner",
			"My Activity",
			"Login Required",
			"Overview",
			"Leaderboard",
			"Recent Activity",
		],
		note: "Real data instead of samples, so nothing says COMING SOON.",
	},
	{
		part: "Dashboard, leaderboard",
		on: ["dashboard-leaderboard"],
		words: ["Leaderboard", /accuracy/i, /score/i],
	},
	{
		part: "Dashboard, claim form",
		on: ["dashboard-claim"],
		words: [
			"Claim Ownership",
			"Manage Claims",
			"Respond to Analysis",
			"Video or channel link",
			"Comments (optional)",
			"24-48 hours",
		],
	},
	{
		part: "Dashboard, claims",
		on: ["dashboard-claims"],
		words: ["Verified", "Pending", "Respond", /channel's description/i],
	},
	{
		part: "Dashboard, respond",
		on: ["dashboard-respond"],
		words: ["Respond to Analysis"],
		note: '"No pending responses" where nothing is left to answer: tests/web.',
	},
	{
		part: "Dashboard, activity",
		on: ["dashboard-activity"],
		words: ["Days Active", "All", "Votes", "Analyses", "Search your activity"],
	},
	{
		part: "Dashboard, activity of a visitor",
		on: ["dashboard-sign-in-required"],
		words: ["Sign In Required"],
	},
	{
		part: "Contact",
		on: ["contact"],
		words: ["Name", "Subject", "Message", "Mon-Fri 9-5 EST", "24 hours"],
	},
	{
		part: "API",
		on: ["api"],
		words: ["POST /api/v1/analyze"],
		note: "The call is real, so nothing says coming soon.",
	},
	{ part: "Creators", on: ["creators"], words: [/Claim/] },
	{ part: "Privacy", on: ["privacy"], words: [/Last updated/i, /under\s+13/] },
	{ part: "Terms", on: ["terms"], words: [/30 days/] },
	{
		part: "Error screen",
		on: ["results-unreadable"],
		words: [
			"Something went wrong",
			"We encountered an unexpected error. Please try refreshing the page.",
			"Refresh Page",
			"Try Again",
		],
	},
	{
		part: "Notifications",
		on: ["bell"],
		words: ["Notifications", "Mark all read", "Analysis complete"],
	},
];

/** Messages of section 8 that no screen of the table shows, and the test that brings each about. */
export const MESSAGES_ELSEWHERE: [string, string][] = [
	["Root element not found", "tests/web/mount.test.ts"],
	["Video not found", "tests/worker/metadata-failures.test.ts"],
	["YouTube API error", "tests/worker/metadata-failures.test.ts"],
	["YOUTUBE_API_KEY to your .env", "tests/worker/metadata-failures.test.ts"],
	["You must be logged in to analyze videos", "tests/worker/analysis.test.ts"],
	["Authentication failed", "tests/web/sign-in-flow.test.tsx"],
	["Google sign-in failed", "tests/e2e/google.test.ts"],
	[
		"Google sign-in is not available. Please use email authentication.",
		"tests/worker/accounts-google-refused.test.ts",
	],
	[
		"Please check your email to confirm your account before signing in.",
		"tests/e2e/mail-links.test.ts",
	],
	["No analysis available", "tests/unit/parse-rating.test.ts"],
	["analysis failed: ", "tests/worker/provider-failures.test.ts"],
];
