import {
	nowFalse,
	type OwnPage,
	ownStatements,
	refutes,
	supports,
	unsure,
} from "./own-statement.ts";
import {
	BRIDGE_OFFICE,
	BRIDGE_TOLL,
	COUNCIL_2020,
	COUNCIL_2024,
	JOBS_MARCH,
	JOBS_SEPTEMBER,
	TRAM_2019,
	TRAM_2024,
	TRAM_NEWS,
} from "./pages.ts";

const undated = (page: OwnPage): OwnPage => ({ ...page, published_at: null });

export const OUTDATED = ownStatements("outdated", [
	{
		category: "outdated",
		statement: "A car pays 3 crowns to cross the Ostrel Bridge.",
		label: "outdated",
		said_on: "2024-06-01",
		pages: [BRIDGE_OFFICE, BRIDGE_TOLL],
		raters: nowFalse(
			"Cars pay a toll of 3 crowns for each crossing",
			"the toll for cars on the Ostrel Bridge rises from 3 to 5 crowns",
		),
	},
	{
		category: "outdated",
		statement: "The Velden tram has four lines.",
		label: "outdated",
		said_on: "2021-09-09",
		pages: [TRAM_2019, TRAM_2024, TRAM_NEWS],
		raters: nowFalse(
			"The Velden tram has four lines with 61 stops",
			"The network now has five lines with 74 stops",
		),
	},
	{
		category: "outdated",
		statement: "Rides on the Velden tram are free on Sundays.",
		label: "outdated",
		said_on: "2022-01-20",
		pages: [TRAM_2019, TRAM_2024],
		raters: [
			nowFalse(
				"Rides on Sundays are free of charge, which costs the city",
				"Free rides on Sundays ended on 1 January 2024",
			),
			nowFalse(
				"Rides on Sundays are free of charge, which costs the city",
				"since then a ticket is needed on every day of the week",
			),
			supports("Rides on Sundays are free of charge, which costs the city"),
		],
	},
	{
		category: "outdated",
		statement: "Ines Tarrow is the mayor of Larkhaven.",
		label: "outdated",
		said_on: "2023-03-03",
		pages: [COUNCIL_2020, COUNCIL_2024],
		raters: nowFalse(
			"Ines Tarrow was sworn in as mayor of Larkhaven on 3 November 2020",
			"Jon Abelin was sworn in as mayor of Larkhaven on 5 November 2024",
		),
	},
	{
		category: "outdated",
		statement: "The unemployment rate of the province is 6.2 percent.",
		label: "outdated",
		said_on: "2025-04-20",
		pages: [JOBS_MARCH, JOBS_SEPTEMBER],
		time_sensitive: true,
		raters: nowFalse(
			"The unemployment rate of the province was 6.2 percent in March 2025",
			"The unemployment rate of the province fell to 5.3 percent in September 2025",
		),
	},
	{
		// A page without a date does not show that it came later.
		category: "outdated",
		statement: "A crossing of the Ostrel Bridge by car costs 3 crowns.",
		label: "outdated",
		said_on: "2024-06-01",
		pages: [BRIDGE_OFFICE, undated(BRIDGE_TOLL)],
		raters: nowFalse(
			"Cars pay a toll of 3 crowns for each crossing",
			"the toll for cars on the Ostrel Bridge rises from 3 to 5 crowns",
		),
		ruled: "supported",
	},
	{
		// It was said after the change: then it was false when it was said.
		category: "outdated",
		statement: "The toll on the Ostrel Bridge is 3 crowns for cars.",
		label: "refuted",
		said_on: "2026-01-15",
		pages: [BRIDGE_OFFICE, BRIDGE_TOLL],
		raters: refutes("the toll for cars on the Ostrel Bridge rises from 3 to 5 crowns"),
	},
	{
		// Only one of three says that it is refuted today.
		category: "outdated",
		statement: "There are 61 stops in the Velden tram network.",
		label: "outdated",
		said_on: "2020-08-08",
		pages: [TRAM_2019, TRAM_2024],
		raters: [
			nowFalse(
				"The Velden tram has four lines with 61 stops",
				"The network now has five lines with 74 stops",
			),
			supports("The Velden tram has four lines with 61 stops"),
			supports("The Velden tram has four lines with 61 stops"),
		],
		ruled: "supported",
	},
]);

/** Three days before the statements are checked. */
const JUST_NOW = "2026-05-29";

const QUAKE_PAGE: OwnPage = {
	url: "https://quakes.tarn-observatory.example/dunmore",
	published_at: "2025-11-30",
	title: "Earthquakes near Dunmore",
	text: [
		"No earthquake of magnitude 5 or more has been recorded near Dunmore since measurements began in 1931. The strongest one, in 1968, had a magnitude of 4.1 and cracked the wall of a barn.",
		"The observatory runs nine stations in the province and publishes every event above magnitude 2 within an hour. Most of the small ones come from the old quarry. People who feel a tremor may report it on a form; in 2024 there were 112 such reports, of which 70 turned out to be thunder or lorries.",
	],
};
const QUAKE_NEWS: OwnPage = {
	url: "https://www.ostrel-courier.example/2026/05/28/tremor",
	published_at: null,
	title: "Tremor felt in Dunmore",
	text: [
		"People in Dunmore felt a tremor on Thursday morning. The observatory gave its magnitude as 3.2, which is far below the value of 5 that was claimed in several videos. Nobody was hurt.",
		"A shelf fell over in the library, and the school went on with its lessons after a short break in the yard. The quarry had no blasting on that day, its owner said. The observatory asks everyone who felt the tremor to fill in its form, which takes two minutes.",
	],
};
const DOCK_PAGE: OwnPage = {
	url: "https://www.dunmore-yard.example/about",
	published_at: "2026-02-02",
	title: "About the yard",
	text: [
		"The Dunmore shipyard employs 2,300 people on three docks. It has built ferries since 1922 and belongs to its workers since 1979. No lay-offs are planned for the current year.",
		"Apprentices are taken on each August. The canteen is open to visitors at noon. In the museum, models of all 412 ships that were built here are shown, and retired welders lead groups through the halls on Saturdays. Boats for the lake are repaired in the small dock by appointment.",
	],
};

export const TOO_NEW = ownStatements("too-new", [
	{
		category: "too new",
		statement: "An earthquake of magnitude 5 hit Dunmore this week.",
		label: "unverified",
		said_on: JUST_NOW,
		pages: [QUAKE_PAGE],
		time_sensitive: true,
		raters: refutes("No earthquake of magnitude 5 or more has been recorded near Dunmore"),
		ruled: "too_new",
	},
	{
		// A page of the day before may tell of the same event.
		category: "too new",
		statement: "The tremor in Dunmore had a magnitude of 5.",
		label: "refuted",
		said_on: JUST_NOW,
		pages: [QUAKE_PAGE, QUAKE_NEWS],
		time_sensitive: true,
		raters: refutes("The observatory gave its magnitude as 3.2, which is far below the value of 5"),
	},
	{
		category: "too new",
		statement: "The Dunmore shipyard lays off half of its people.",
		label: "unverified",
		said_on: "2026-05-31",
		pages: [DOCK_PAGE],
		time_sensitive: true,
		raters: [
			refutes("No lay-offs are planned for the current year"),
			refutes("No lay-offs are planned for the current year"),
			unsure(),
		],
		ruled: "too_new",
	},
	{
		// A week later, pages would have it.
		category: "too new",
		statement: "Half of the people at the Dunmore shipyard were laid off.",
		label: "refuted",
		said_on: "2026-05-20",
		pages: [DOCK_PAGE],
		time_sensitive: true,
		raters: refutes("No lay-offs are planned for the current year"),
	},
	{
		// The plan does not say that it changes with time.
		category: "too new",
		statement: "The Dunmore shipyard was founded after 1950.",
		label: "refuted",
		said_on: JUST_NOW,
		pages: [DOCK_PAGE],
		raters: refutes("It has built ferries since 1922 and belongs to its workers"),
	},
	{
		// Nothing speaks against what older pages support.
		category: "too new",
		statement: "The Dunmore shipyard has three docks.",
		label: "supported",
		said_on: JUST_NOW,
		pages: [DOCK_PAGE],
		time_sensitive: true,
		raters: supports("The Dunmore shipyard employs 2,300 people on three docks"),
	},
	{
		// It is not known when it was said, so nothing can be too new.
		category: "too new",
		statement: "The Dunmore shipyard belongs to a bank.",
		label: "refuted",
		said_on: "2026-05-30",
		pages: [undated(DOCK_PAGE)],
		raters: refutes("belongs to its workers since 1979"),
	},
]);
