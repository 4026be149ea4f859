import type { PageProblem, QuoteProblem } from "./verdicts.ts";

/** Explanations for readers: why a page could not be read, and why a quote does not count. */

export const PAGE_PROBLEM_WORDS: Record<PageProblem, string> = {
	bad_address: "This is not the address of a web page.",
	not_public: "The address is not on the public internet.",
	blocked_host:
		"Pages of the video's platform, and of sites that the operator excludes, are not used as sources.",
	robots: "The site asks programs not to open this page.",
	redirects: "The address redirects too many times.",
	status: "The site answered with an error instead of the page.",
	unreachable: "The site could not be reached.",
	timeout: "The site took too long to answer.",
	limited: "The source's request limit was reached.",
	bad_answer: "The source's answer could not be read.",
	too_little_text: "The page has too little text to judge by.",
	blocked: "The site showed a notice instead of the page.",
	not_text: "The address does not lead to readable text.",
	unreadable: "The document could not be read.",
	too_large: "The document is too large to read.",
	front_page: "A site's front page is not used as a source.",
	search_page: "A page of search results is not used as a source.",
	list_page: "A list of pages is not used as a source.",
	profile_page: "A user's profile is not used as a source.",
	log_in_page: "A log-in page is not used as a source.",
	interrupted: "Reading this page was interrupted.",
};

export const QUOTE_PROBLEM_WORDS: Record<QuoteProblem, string> = {
	unknown_passage: "names a passage that it was not given",
	too_short: "too short to prove anything",
	too_long: "too long for a quote",
	not_found: "not on the page in these words",
	numbers_differ: "the numbers differ from the page's",
	unrelated: "says nothing about the statement",
};
