import type { SamplePage } from "./sample-page.ts";

const ABOUT_UNITS =
	"Units matter because people who never meet have to agree on them. A merchant, a bridge builder and a nurse all trust a number that someone else wrote down. This page was written for this project's sample videos. It is short and keeps to its subject.";

/** Pages about units of measurement, for the sample video about the metre. */
export const PAGES_OF_UNITS: readonly SamplePage[] = [
	{
		name: "metre-1791",
		site: "sample-encyclopedia",
		title: "How the metre was first defined",
		published_at: "2023-04-11",
		type: "EncyclopediaArticle",
		text: [
			"In 1791 the French Academy of Sciences chose a new unit of length, the metre. It was to be one ten-millionth of the distance from the North Pole to the equator, measured along the meridian through Paris.",
			"The astronomers Delambre and Méchain measured the line from Dunkirk to Barcelona between 1792 and 1798. The platinum bar that was delivered in 1799 turned out to be about 0.2 millimetres shorter than the definition asked for, because the flattening of the Earth had not been taken into account correctly.",
			ABOUT_UNITS,
		],
		says: [
			{
				statement:
					"In 1791 the French Academy of Sciences chose a new unit of length: one ten-millionth of the distance from the North Pole to the equator.",
				stance: "supports",
				quote: "the French Academy of Sciences chose a new unit of length, the metre",
			},
			{
				statement:
					"From 1792 to 1798 the astronomers Delambre and Méchain measured the line from Dunkirk to Barcelona.",
				stance: "supports",
				quote:
					"Delambre and Méchain measured the line from Dunkirk to Barcelona between 1792 and 1798",
			},
			{
				statement:
					"The platinum bar delivered in 1799 turned out about 0.2 millimetres shorter than the definition asked for.",
				stance: "supports",
				quote: "turned out to be about 0.2 millimetres shorter than the definition asked for",
			},
		],
	},
	{
		name: "metre-archive",
		site: "sample-museum",
		title: "The bar in the archive",
		published_at: "2022-09-30",
		type: "Article",
		text: [
			"The museum shows a copy of the platinum bar of 1799. The bar that was delivered in 1799 was about 0.2 millimetres shorter than the definition of the metre asked for, as later measurements showed.",
			"The new standard bar of 1889 was made of 90 percent platinum and 10 percent iridium, an alloy that keeps its length well. Visitors often ask why nobody corrected the older bar; by then too many copies of it were in use.",
			"The museum keeps both bars in closed cases at an even temperature, because metal grows longer as it gets warmer. They are taken out once in ten years, measured and put back. What each examination found can be read in its yearbook.",
		],
		says: [
			{
				statement:
					"The platinum bar delivered in 1799 turned out about 0.2 millimetres shorter than the definition asked for.",
				stance: "supports",
				quote: "was about 0.2 millimetres shorter than the definition of the metre asked for",
			},
			{
				statement:
					"The new standard bar of 1889 was made of 90 percent platinum and 10 percent iridium.",
				stance: "supports",
				quote:
					"The new standard bar of 1889 was made of 90 percent platinum and 10 percent iridium",
			},
		],
	},
	{
		name: "earth-polar-circumference",
		site: "sample-geodesy",
		title: "Figures of the Earth",
		published_at: "2021-01-15",
		type: "ScholarlyArticle",
		text: [
			"The way around the Earth over both poles is about 40,008 kilometres, and around the equator about 40,075 kilometres. The difference comes from the flattening of the rotating Earth.",
			"Both figures follow from the reference ellipsoid that satellite navigation uses. A walker who wanted to follow a meridian would meet ice, sea and mountains, and would walk farther than the figure says.",
			ABOUT_UNITS,
		],
		says: [
			{
				statement: "The way around the Earth over both poles is about 40,008 kilometres.",
				stance: "supports",
				quote: "The way around the Earth over both poles is about 40,008 kilometres",
			},
		],
	},
	{
		name: "metre-convention",
		site: "sample-archive",
		title: "The Metre Convention",
		published_at: "2020-05-20",
		type: "Article",
		text: [
			"On 20 May 1875, 17 countries signed the Metre Convention in Paris. It founded an office in Sèvres that has kept the standards of measurement ever since.",
			"In 1960 the metre became 1,650,763.73 wavelengths of the orange-red light of krypton-86. Since 1983 the metre has been the distance that light travels in a vacuum in 1/299,792,458 of a second, so that the speed of light is exactly 299,792,458 metres per second by definition.",
			ABOUT_UNITS,
		],
		says: [
			{
				statement: "On 20 May 1875, 17 countries signed the Metre Convention in Paris.",
				stance: "supports",
				quote: "On 20 May 1875, 17 countries signed the Metre Convention in Paris",
			},
			{
				statement:
					"In 1960 the metre became 1,650,763.73 wavelengths of the orange-red light of krypton-86.",
				stance: "supports",
				quote:
					"In 1960 the metre became 1,650,763.73 wavelengths of the orange-red light of krypton-86",
			},
			{
				statement:
					"Since 1983 the metre has been the distance that light travels in a vacuum in 1/299,792,458 of a second.",
				stance: "supports",
				quote: "Since 1983 the metre has been the distance that light travels in a vacuum",
			},
			{
				statement:
					"That makes the speed of light exactly 299,792,458 metres per second, by definition.",
				stance: "supports",
				quote: "the speed of light is exactly 299,792,458 metres per second by definition",
			},
		],
	},
	{
		name: "light-and-length",
		site: "sample-encyclopedia",
		title: "Light as a ruler",
		published_at: "2024-02-02",
		type: "EncyclopediaArticle",
		text: [
			"Since 1983 a metre has been the distance that light travels in a vacuum in a 299,792,458th of a second. The speed of light is therefore 299,792,458 metres per second exactly, and no experiment can change the figure.",
			"Before that, the length of the metre was tied to the light of krypton-86, and earlier to a metal bar. Each change made the unit easier to reproduce far away from Paris.",
			ABOUT_UNITS,
		],
		says: [
			{
				statement:
					"Since 1983 the metre has been the distance that light travels in a vacuum in 1/299,792,458 of a second.",
				stance: "supports",
				quote: "Since 1983 a metre has been the distance that light travels in a vacuum",
			},
			{
				statement:
					"That makes the speed of light exactly 299,792,458 metres per second, by definition.",
				stance: "supports",
				quote: "The speed of light is therefore 299,792,458 metres per second exactly",
			},
		],
	},
	{
		name: "kilogram-2019",
		site: "sample-university",
		title: "A kilogram without a cylinder",
		published_at: "2019-06-01",
		type: "ScholarlyArticle",
		text: [
			"Since May 2019 the kilogram has been defined by a fixed value of the Planck constant. The cylinder of platinum and iridium in Sèvres is no longer the standard.",
			"A Kibble balance compares a weight with an electric force, and so ties the kilogram to the constant. For everyday scales nothing changed on that day.",
			ABOUT_UNITS,
		],
		says: [
			{
				statement:
					"Since 2019 the kilogram has been defined by a fixed value of the Planck constant.",
				stance: "supports",
				quote: "the kilogram has been defined by a fixed value of the Planck constant",
			},
		],
	},
	{
		name: "metric-countries",
		site: "sample-atlas",
		title: "Who uses the metric system?",
		published_at: "2024-10-08",
		type: "Article",
		text: [
			"It is often said that only the United States, Liberia and Myanmar have never adopted the metric system. Myanmar and Liberia have both announced the change and use metric units in trade, and the United States has defined its customary units by metric ones since 1893.",
			"A map that colours three countries in one shade leaves out how many countries use both kinds of units, for example for road signs or beer.",
			ABOUT_UNITS,
		],
		says: [
			{
				statement:
					"Only three countries have never adopted the metric system: the United States, Liberia and Myanmar.",
				stance: "context",
				quote: "the United States has defined its customary units by metric ones since 1893",
			},
		],
	},
	{
		name: "mars-orbiter",
		site: "sample-news",
		title: "Lost at Mars: a matter of units",
		published_at: "1999-10-01",
		type: "NewsArticle",
		text: [
			"NASA lost the Mars Climate Orbiter in September 1999. One program gave its figures in pound-force seconds while another expected newton-seconds, a board of inquiry found, and the probe came too close to the planet.",
			"The loss has been taught in engineering courses ever since as a lesson about interfaces between teams.",
			ABOUT_UNITS,
		],
		says: [
			{
				statement:
					"In 1999 NASA lost the Mars Climate Orbiter because one program gave its figures in pound-force seconds and another expected newton-seconds.",
				stance: "supports",
				quote:
					"One program gave its figures in pound-force seconds while another expected newton-seconds",
			},
		],
	},
];
