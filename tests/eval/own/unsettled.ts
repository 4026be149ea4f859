import {
	disagree,
	type OwnPage,
	ownStatements,
	refutes,
	supports,
	uncheckable,
	unsure,
} from "./own-statement.ts";
import {
	BATTERY_LAB,
	BRIDGE_NEWS,
	BRIDGE_OFFICE,
	COUNCIL_2020,
	COUNCIL_2024,
	LAKE_SURVEY,
	TRAM_NEWS,
} from "./pages.ts";

const BRIDGE = [BRIDGE_OFFICE, BRIDGE_NEWS];

const GUIDE_OF_2018: OwnPage = {
	url: "https://divers.merrow-club.example/depth",
	published_at: "2018-07-07",
	title: "How deep is the lake?",
	text: [
		"Our club measured Lake Merrow with a plumb line. At the deepest point the line ran out at 81 metres, eight metres more than the maps say. We measured three times on a calm day in June and got the same result each time.",
		"The institute has not answered our letter so far. Until it does, we go by our own figure, and warn divers accordingly. The wall off the eastern shore is for experienced divers only; two people were lost there in the last ten years. The club meets every Thursday by the pier.",
	],
};

export const CONFLICTING = ownStatements("conflicting", [
	{
		category: "conflicting",
		statement: "At its deepest point Lake Merrow measures 73 metres.",
		label: "conflicting",
		pages: [LAKE_SURVEY, GUIDE_OF_2018],
		raters: disagree(
			"off the eastern shore, the survey measured 73 metres",
			"At the deepest point the line ran out at 81 metres",
		),
		sources: 2,
	},
	{
		// Raters on both sides, without a majority.
		category: "conflicting",
		statement: "The deepest point of Lake Merrow is 81 metres down.",
		label: "conflicting",
		pages: [LAKE_SURVEY, GUIDE_OF_2018],
		raters: [
			supports("At the deepest point the line ran out at 81 metres"),
			refutes("off the eastern shore, the survey measured 73 metres"),
			null,
		],
		sources: 2,
	},
	{
		// Both sides on pages of one site are no disagreement of sources.
		category: "conflicting",
		statement: "The turnout in Larkhaven was 61 percent.",
		label: "missing_context",
		pages: [COUNCIL_2020, COUNCIL_2024],
		raters: disagree(
			"The turnout was 61 percent",
			"The turnout was 58 percent, three points lower than four years earlier",
		),
		ruled: "quotes_not_found",
	},
]);

export const OPEN = ownStatements("open", [
	{
		category: "nothing found",
		statement: "The lighthouse of Korrin was painted red in 1907.",
		label: "unverified",
		raters: unsure(40),
		ruled: "no_evidence_found",
	},
	{
		category: "nothing found",
		statement: "The Ostrel Bridge is inspected by divers twice a year.",
		label: "unverified",
		pages: BRIDGE,
		raters: unsure(30),
		ruled: "not_enough",
	},
	{
		// That no page speaks of it does not make it false.
		category: "nothing found",
		statement: "The towers of the Ostrel Bridge were designed in Korrin.",
		label: "unverified",
		pages: BRIDGE,
		raters: [refutes(), refutes(), unsure(70)],
		ruled: "not_enough",
	},
	{
		category: "not checkable",
		statement: "The Ostrel Bridge is the most beautiful of the province.",
		label: "unverified",
		pages: BRIDGE,
		raters: uncheckable(),
		ruled: "not_checkable",
	},
	{
		category: "not checkable",
		statement: "The Velden tram will have ten lines one day.",
		label: "unverified",
		pages: [TRAM_NEWS],
		raters: [uncheckable(), uncheckable(), unsure()],
		ruled: "not_checkable",
	},
	{
		category: "nothing found",
		statement: "The Brisk B4 cell was invented at Corr.",
		label: "unverified",
		pages: [BATTERY_LAB],
		raters: null,
		ruled: "raters_failed",
	},
	{
		// The quote is on its page, and shows half of the statement.
		category: "part shown",
		statement: "The Ostrel Bridge was opened in April 2023 by the prime minister.",
		label: "unverified",
		pages: BRIDGE,
		raters: supports("The Ostrel Bridge opened to traffic on 12 April 2023"),
		shows: "part",
		ruled: "part_only",
	},
	{
		// The quote is on its page, and is about another matter.
		category: "not confirmed",
		statement: "Crossing the Ostrel Bridge by bicycle costs 3 crowns.",
		label: "refuted",
		pages: BRIDGE,
		raters: supports("Cars pay a toll of 3 crowns for each crossing"),
		shows: "contrary",
		ruled: "not_confirmed",
	},
]);
