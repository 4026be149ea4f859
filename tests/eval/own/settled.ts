import { lacks, ownStatements, refutes, supports, sure, unsure } from "./own-statement.ts";
import {
	BATTERY_LAB,
	BRIDGE_NEWS,
	BRIDGE_OFFICE,
	COUNCIL_2020,
	COUNCIL_2024,
	LAKE_GUIDE,
	LAKE_SURVEY,
	SYRUP_MAKER,
	SYRUP_PANEL,
	SYRUP_TRIAL,
	THEFTS,
	TRAM_2024,
	TRAM_NEWS,
} from "./pages.ts";

const BRIDGE = [BRIDGE_OFFICE, BRIDGE_NEWS];
const LAKE = [LAKE_SURVEY, LAKE_GUIDE];

export const SUPPORTED = ownStatements("supported", [
	{
		category: "supported",
		statement: "The Ostrel Bridge is 2,840 metres long.",
		label: "supported",
		pages: BRIDGE,
		raters: supports(
			"It is 2,840 metres long and has two lanes in each direction",
			"From shore to shore the new crossing measures 2,840 metres",
		),
		sources: 2,
	},
	{
		category: "supported",
		statement: "Cyclists cross the Ostrel Bridge without paying a toll.",
		label: "supported",
		pages: BRIDGE,
		raters: supports("cyclists and pedestrians cross free of charge"),
		sources: 1,
	},
	{
		category: "supported",
		statement: "The Ostrel Bridge cost 412 million crowns to build.",
		label: "supported",
		pages: BRIDGE,
		raters: [
			supports("Construction cost 412 million crowns, 37 million more than"),
			supports("the builders were paid 412 million crowns"),
			// One rater quotes what no page says; the others suffice.
			supports("The whole bridge cost exactly 412 million crowns in total"),
		],
		sources: 2,
	},
	{
		category: "supported",
		statement: "Lake Merrow is 73 metres deep at its deepest point.",
		label: "supported",
		pages: LAKE,
		raters: [
			supports("off the eastern shore, the survey measured 73 metres"),
			supports("where the bottom lies 73 metres below"),
			unsure(),
		],
		sources: 2,
	},
	{
		category: "supported",
		statement: "The surface of Lake Merrow covers 118 square kilometres.",
		label: "supported",
		pages: LAKE,
		raters: [
			supports("Lake Merrow covers 118 square kilometres"),
			supports("its surface of 118 square kilometres would hold the old town"),
			null,
		],
		sources: 2,
	},
	{
		category: "supported",
		statement: "Ines Tarrow became mayor of Larkhaven in November 2020.",
		label: "supported",
		said_on: "2021-02-01",
		pages: [COUNCIL_2020],
		raters: supports("Ines Tarrow was sworn in as mayor of Larkhaven on 3 November 2020"),
		sources: 1,
	},
	{
		category: "supported",
		statement: "The Brisk B4 cell contains no cobalt.",
		label: "supported",
		pages: [BATTERY_LAB],
		raters: supports("The cell contains no cobalt, as an analysis of its"),
		sources: 1,
	},
	{
		category: "supported",
		statement: "Petrol boats are forbidden on Lake Merrow.",
		label: "supported",
		pages: LAKE,
		raters: supports("Boats with petrol engines have been forbidden since 1988"),
	},
	{
		category: "supported",
		statement: "The Velden tram has a line to the hospital.",
		label: "supported",
		pages: [TRAM_2024, TRAM_NEWS],
		raters: supports("The new line links the university with the hospital in eleven minutes"),
	},
	{
		// Two of three are too careful: fewer than half of the answers count.
		category: "supported",
		statement: "Lake Merrow has four fish species that earlier surveys missed.",
		label: "supported",
		pages: [LAKE_SURVEY],
		raters: [
			supports("31 species of fish, four of them not seen in earlier surveys"),
			unsure(30),
			unsure(35),
		],
		ruled: "not_enough",
	},
	{
		// The right answer without a quote does not count.
		category: "supported",
		statement: "The bridge over the Ostrel has a footpath.",
		label: "supported",
		pages: BRIDGE,
		raters: supports(),
		ruled: "not_enough",
	},
]);

export const REFUTED = ownStatements("refuted", [
	{
		category: "refuted",
		statement: "The Ostrel Bridge opened in 2016.",
		label: "refuted",
		pages: BRIDGE,
		raters: refutes("The Ostrel Bridge opened to traffic on 12 April 2023"),
		sources: 1,
	},
	{
		category: "refuted",
		statement: "Pedestrians pay a toll on the Ostrel Bridge.",
		label: "refuted",
		pages: BRIDGE,
		raters: [
			refutes("cyclists and pedestrians cross free of charge"),
			// Its passage shares too few words with the statement to count.
			refutes("nobody on foot or on a bicycle has to pay"),
			refutes("cyclists and pedestrians cross free of charge"),
		],
		sources: 1,
	},
	{
		category: "refuted",
		statement: "A large beast lives in Lake Merrow.",
		label: "refuted",
		pages: LAKE,
		raters: refutes(
			"No trace of large animals other than otters was found",
			"the photograph that made it famous shows a floating log",
		),
		sources: 2,
	},
	{
		category: "refuted",
		statement: "Lake Merrow became colder between 1980 and 2020.",
		label: "refuted",
		pages: LAKE,
		raters: refutes("the water at the surface became warmer by 1.4 degrees on average"),
	},
	{
		category: "refuted",
		statement: "Studies found that Pellin syrup shortens cough in children.",
		label: "refuted",
		pages: [SYRUP_TRIAL, SYRUP_PANEL, SYRUP_MAKER],
		raters: refutes(
			"the syrup does not shorten cough, and that parents should be told so",
			"None of them found that cough ended earlier than with a placebo",
		),
		sources: 2,
	},
	{
		category: "refuted",
		statement: "Jon Abelin won the Larkhaven election for mayor in 2020.",
		label: "refuted",
		pages: [COUNCIL_2020],
		raters: refutes(
			"She won the election with 54 percent of the votes against 46 percent for Jon Abelin",
		),
	},
	{
		// Two pages of one site speak once.
		category: "refuted",
		statement: "The council of Larkhaven has 45 seats.",
		label: "refuted",
		pages: [COUNCIL_2020, COUNCIL_2024],
		raters: [
			refutes("The council has 31 seats, of which her list holds 14"),
			refutes("The new council has 31 seats, as before"),
			refutes("The council has 31 seats, of which her list holds 14"),
		],
		sources: 1,
	},
	{
		category: "refuted",
		statement: "The Brisk B4 cell takes two hours for a full charge.",
		label: "refuted",
		pages: [BATTERY_LAB],
		raters: refutes("A full charge took 38 minutes on average"),
	},
	{
		category: "refuted",
		statement: "The Velden tram still has only four lines.",
		label: "refuted",
		pages: [TRAM_2024, TRAM_NEWS],
		raters: refutes("The network now has five lines with 74 stops"),
	},
	{
		// All three are wrong and quote a page that says so: rules cannot know better.
		category: "refuted",
		statement: "Pellin syrup shortens cough by three days.",
		label: "refuted",
		pages: [SYRUP_MAKER],
		raters: sure(supports("Pellin syrup shortens cough by three days"), 90),
		ruled: "supported",
		sources: 1,
	},
]);

export const CONTEXT = ownStatements("context", [
	{
		category: "missing context",
		statement: "Thefts in Dunmore fell by 25 percent in 2022.",
		label: "missing_context",
		pages: [THEFTS],
		raters: lacks(
			"Small thefts were no longer counted.",
			"thefts of goods worth less than 50 crowns are no longer recorded",
		),
	},
	{
		category: "missing context",
		statement: "The Brisk B4 cell keeps 91 percent after 1,000 cycles.",
		label: "missing_context",
		pages: [BATTERY_LAB],
		raters: [
			lacks(
				"In heat it keeps much less.",
				"At 45 degrees it kept only 68 percent after the same number of cycles",
			),
			lacks(
				"Only at 25 degrees.",
				"At 45 degrees it kept only 68 percent after the same number of cycles",
			),
			supports("After 1,000 charging cycles at 25 degrees the Brisk B4 cell kept 91 percent"),
		],
	},
	{
		category: "missing context",
		statement: "Eight of ten parents say that Pellin syrup shortens cough.",
		label: "missing_context",
		pages: [SYRUP_MAKER, SYRUP_PANEL],
		raters: lacks(
			"The maker asked 50 parents; trials found no effect.",
			"Experience of this kind cannot show whether a cough would have ended by itself",
		),
	},
	{
		category: "missing context",
		statement: "The mayor of Larkhaven had 940 flats built.",
		label: "missing_context",
		said_on: "2025-01-15",
		pages: [COUNCIL_2024],
		raters: lacks(
			"1,500 had been promised.",
			"Of the 1,500 flats that were promised in 2020, 940 had been finished",
		),
	},
	{
		// Neither word has a majority: what is right as far as it goes lacks context.
		category: "missing context",
		statement: "Recorded thefts in Dunmore went down in 2022.",
		label: "missing_context",
		pages: [THEFTS],
		raters: [
			supports("Recorded thefts in Dunmore fell from 1,240 in 2021 to 930 in 2022"),
			lacks("The way of counting changed.", "counted as before, the number would have been 1,190"),
			unsure(),
		],
	},
	{
		// Without a word on what is missing, the answer says nothing.
		category: "missing context",
		statement: "The Ostrel Bridge became 37 million crowns more expensive.",
		label: "supported",
		pages: BRIDGE,
		raters: lacks("", "37 million more than the council had approved in 2016"),
		ruled: "not_enough",
	},
]);
