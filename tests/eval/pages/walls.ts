import { readHtml } from "#features/evidence/read-html.ts";
import { findTextProblem } from "#features/evidence/walls.ts";
import {
	ARTICLE_ROWS,
	problemOfArticle,
	problemOfWall,
	WALL_ROWS,
} from "#tests/support/fixtures/wall-rows.ts";
import { count, isInHalf, share, type Topic } from "./topic.ts";

/** What sites show in place of a page, in our own words, each with a title. */
const WALLS: [string, string][] = [
	[
		"Just a moment...",
		"Checking your browser before you go to the site. This takes a few seconds.",
	],
	["Security check", "Please verify that you are a human being by ticking the box below."],
	["Are you a robot?", "Confirm that you are not a robot to go on."],
	["Sorry", "We have noticed unusual activity from your computer network."],
	["Sorry", "Our systems have detected automated requests from your network."],
	["Access denied", "You don't have permission to view this page on this server."],
	["Blocked", "You have been blocked. The owner of the site has been told."],
	["Too many requests", "You have sent too many requests in a short time. Try again later."],
	["The Harbour Times", "Please turn on JavaScript and reload the page."],
	["Hafenblatt", "Bitte aktivieren Sie JavaScript, um diese Seite zu sehen."],
	[
		"The Harbour Times",
		"Your browser must have cookies enabled: please enable cookies and try again.",
	],
	["Before you continue", "Before you continue to our site, choose what we may store."],
	["The Harbour Times", "We and our partners store and read data on your device."],
	[
		"Your privacy",
		"To continue reading, accept cookies of our partners, or take out a subscription.",
	],
	[
		"Hafenblatt",
		"Mit Werbung weiterlesen: Mit Ihrem Klick willigen Sie ein, dass wir Cookies setzen.",
	],
	["Le Port", "Vous pouvez accepter les cookies ou vous abonner pour lire la suite."],
	["Sign in", "Log in to continue. New here? Create an account."],
	["Members", "You must be logged in to view this topic."],
	["The Harbour Times", "This article is for subscribers. Subscribe to continue reading."],
	["Hafenblatt", "Bitte melden Sie sich an, um diesen Artikel zu lesen."],
	["Page not found", "The page you are looking for does not exist any more."],
	["The Harbour Times", "Sorry, we couldn't find the page that you requested."],
	["Hafenblatt", "Die Seite wurde leider nicht gefunden."],
	["Not here", "This content is not available in your country."],
];

/** The menus and the small print around them, with enough text to be quoted from. */
const AROUND = [
	"News",
	"Sport",
	"Weather",
	"About us",
	"Contact",
	"Imprint",
	"Help",
	"Terms of use",
];
const SMALL_PRINT = `<footer>${"<p>© The Harbour Times. Part of the Quay Group.</p>".repeat(4)}</footer>`;

/** How many wordings of walls are taken for articles, and the reverse. No public set has them. */
export const WALL_PAGES: Topic = {
	name: "walls",
	needs: [],
	async measure(_pathOf, half) {
		const passed = WALLS.map(([title, message]) => {
			const menu = [...AROUND, ...AROUND, ...AROUND].map((it) => `<li>${it}</li>`).join("");
			const page = readHtml(
				`<title>${title}</title><ul>${menu}</ul><h1>${title}</h1><p>${message}</p>${SMALL_PRINT}`,
			);
			const problem = findTextProblem(page.text, page);
			if (problem !== "blocked") console.error(`not seen: ${message} ${problem}`);
			return problem !== "blocked";
		});
		const walls = WALL_ROWS.filter(({ heading }) => isInHalf(heading, half));
		const articles = ARTICLE_ROWS.filter(({ heading }) => isInHalf(heading, half));
		return [
			count({ figure: "taken for articles", set: "own wordings", aim: { at_most: 3 } }, passed),
			share(
				{
					figure: "taken for articles, beside teasers",
					set: "own walls in 22 languages, halves by heading",
					aim: { at_most: 0.05 },
				},
				walls.map((it) => problemOfWall(it) !== "blocked"),
			),
			share(
				{
					figure: "articles about such things refused",
					set: "own articles in 24 languages, halves by heading",
					aim: { at_most: 0.01 },
				},
				articles.map((it) => problemOfArticle(it) !== null),
			),
		];
	},
};
