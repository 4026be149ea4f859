import type { SamplePage } from "./sample-page.ts";

const ABOUT_COUNTING =
	"Anyone who counts animals has to say what was counted, where and when, because the next count will find something else.";
const BATS = "About 1,450 species of bats are known today.";
const ELEPHANTS = "Elephants are the only mammals that cannot jump.";

/**
 * Pages that contradict each other, that appeared after the video, that raters misquote or that
 * cannot be opened.
 */
export const PAGES_OF_ANIMALS: readonly SamplePage[] = [
	{
		name: "bats-list",
		site: "sample-archive",
		title: "The list of bats, 2024",
		published_at: "2024-10-01",
		type: "Article",
		text: [
			"About 1,450 species of bats are known today, according to the list as it was at the end of September 2024. Ten years earlier it had about 1,300 entries, and most of the new ones come from museums, where a skull in a drawer turned out to belong to an animal without a name.",
			"The list is kept by volunteers. They add a species when its description has been published, and they remove one when two descriptions turn out to be of the same animal.",
			ABOUT_COUNTING,
		],
		says: [
			{ statement: BATS, stance: "supports", quote: "About 1,450 species of bats are known today" },
		],
	},
	{
		name: "bats-count",
		site: "sample-museum",
		title: "Bats of the world",
		published_at: "2026-02-18",
		type: "Article",
		text: [
			"The number of 1,450 known species of bats is out of date: the count of February 2026 has more than 1,500. This page was updated after that count, which covered two collections that nobody had looked through before.",
			"Bats are not blind: all bats can see, and fruit bats see very well. Most species use their ears to find their way in the dark as well.",
			ABOUT_COUNTING,
		],
		says: [
			{
				statement: BATS,
				stance: "refutes",
				quote: "The number of 1,450 known species of bats is out of date",
			},
			{
				statement: "Bats are completely blind, and that is why they need their ears.",
				stance: "refutes",
				quote: "Bats are not blind: all bats can see, and fruit bats see very well",
			},
		],
	},
	{
		name: "elephants-keepers",
		site: "sample-zoo",
		title: "Ask the keepers: can an elephant jump?",
		published_at: "2023-04-02",
		type: "Article",
		text: [
			"Elephants are the only mammals that cannot jump, the keepers of our zoo like to say. In thirty years none of them has seen one with all four feet off the ground, and the leg bones, stacked like the drums of a column, are not made for it.",
			"When they hurry, they walk faster, and the ground trembles a little. Children ask about it on every tour, and usually try for themselves on the way to the next enclosure.",
			"Tours begin at ten and at two, and end at the pool.",
		],
		says: [
			{
				statement: ELEPHANTS,
				stance: "supports",
				quote: "Elephants are the only mammals that cannot jump",
			},
		],
	},
	{
		name: "elephants-and-others",
		site: "sample-university",
		title: "Which mammals never leave the ground",
		published_at: "2024-01-17",
		type: "ScholarlyArticle",
		text: [
			"Elephants are not the only mammals that cannot jump. Neither can sloths or the two species of hippopotamus, and for several moles nobody has filmed a leap. What they have in common is less their weight than the way their limbs carry it.",
			"We looked through recordings of 110 species and asked their keepers. For nine species there was neither a film nor a witness.",
			"A leap was counted if no foot touched anything for at least a tenth of a second.",
		],
		says: [
			{
				statement: ELEPHANTS,
				stance: "refutes",
				quote: "Elephants are not the only mammals that cannot jump",
			},
		],
	},
	{
		name: "sharks-and-trees",
		site: "sample-geology",
		title: "Sharks before the forests",
		published_at: "2022-06-08",
		type: "ScholarlyArticle",
		text: [
			"Sharks are older than trees. Their scales are found in stone that is more than 400 million years old, and the first trunks in stone that is about 40 million years younger.",
			"The comparison surprises students every year. It rests on scales, which last well, while soft bodies leave next to nothing. The earliest trees, in turn, are easy to miss.",
			ABOUT_COUNTING,
		],
		says: [
			{
				statement:
					"Sharks are older than trees: they have been swimming for more than 400 million years.",
				stance: "supports",
				quote: "Their scales are found in stone that is more than 400 million years old",
			},
		],
	},
	{
		name: "whale-heart",
		site: "sample-museum",
		title: "A heart the size of a small car",
		published_at: "2021-09-14",
		type: "Article",
		text: [
			"The blue whale washed ashore in spring, and its heart was taken out with a winch. On the scales of the museum in Toronto it came to about 180 kilograms, less than the newspapers had predicted. Visitors stand in front of it for a long time.",
			"It took three years to prepare the heart for display. Its colour is that of the plastic that replaced the water.",
			ABOUT_COUNTING,
		],
		says: [
			{
				statement:
					"The heart of a blue whale shown in a museum in Toronto weighed about 180 kilograms.",
				stance: "supports",
				quote: "it came to about 180 kilograms",
				written: "The heart of the blue whale shown in Toronto weighed 180 kilograms",
			},
		],
	},
	{
		name: "spiders-asleep",
		site: "sample-insects",
		title: "Eight spiders a year, swallowed while asleep?",
		published_at: "2022-10-31",
		type: "Article",
		text: [
			"Nobody has counted how many spiders a person swallows a year while asleep.",
			ABOUT_COUNTING,
		],
		says: [],
		unopened: { reason: "timeout", status: null },
	},
];
