import { describe, expect, it } from "vitest";
import { isFaithful } from "#features/statements/is-faithful.ts";

/** Whether the content is faithful to a speech that is quoted whole. */
function holds(speech: string, content: string): boolean {
	return isFaithful(content, { quote: speech, around: speech });
}

describe("isFaithful with the same amounts and words, written differently", () => {
	it.each<[string, string, string]>([
		[
			"number words and a unit's abbreviation",
			"The Great Wall of China is more than twenty thousand kilometres long.",
			"The Great Wall of China is more than 20,000 km long.",
		],
		["a percent sign for the word", "About 14 percent of us smoke.", "About 14% of us smoke."],
		[
			"the word for a percent sign",
			"About 14% of us smoke.",
			"About fourteen per cent of us smoke.",
		],
		["a dollar sign for the word", "It costs thirty dollars a month.", "It costs $30 per month."],
		["millions in digits", "It cost 3.8 million euros.", "It cost €3,800,000."],
		[
			"a fraction that was said",
			"So half of all adults, about half, they smoke here.",
			"Half of all adults here smoke.",
		],
		[
			"a word that begins like a prefix",
			"It is important, you know, the industry is under pressure.",
			"The industry is under pressure.",
		],
		["spoken decimals", "It rose by two point five percent.", "It rose by 2.5%."],
		["a range with one sign", "It rose by 5 to 10 percent.", "It rose by 5% to 10%."],
		["a year in words", "It was built in nineteen eighty-four.", "It was built in 1984."],
		["a speed", "It moves at 100 kilometres per hour.", "It moves at 100 km/h."],
		["degrees", "Water boils at 100 degrees Celsius.", "Water boils at 100 °C."],
		[
			"a negative number in words",
			"It was minus five degrees that night.",
			"It was -5° that night.",
		],
		[
			"a contraction spelled out",
			"The Moon isn't made of cheese.",
			"The Moon is not made of cheese.",
		],
		[
			"a contraction without its apostrophe",
			"vaccines dont cause autism",
			"Vaccines do not cause autism.",
		],
		["fillers left out", "Well, um, the Moon is, you know, kinda round.", "The Moon is round."],
		["a leading no left out", "No, the Moon is round.", "The Moon is round."],
		["a stutter removed", "The the Moon orbits the the Earth.", "The Moon orbits the Earth."],
		[
			"a German compound",
			"Das sind fünfundzwanzig Prozent der Menschen.",
			"Das sind 25 % der Menschen.",
		],
		["Arabic-Indic digits", "يبلغ ارتفاع البرج ٣٣٠ مترا", "يبلغ ارتفاع البرج 330 مترا"],
		["Devanagari digits", "टावर की ऊँचाई ३३० मीटर है।", "टावर की ऊँचाई 330 मीटर है।"],
		["Han numerals", "埃菲尔铁塔的高度是三百三十米。", "埃菲尔铁塔的高度是330米。"],
	])("accepts %s", (_, speech, content) => {
		expect(holds(speech, content)).toBe(true);
	});
});

describe("isFaithful with different amounts and words, written alike", () => {
	it.each<[string, string, string]>([
		[
			"another fraction",
			"About half of all adults here smoke today.",
			"About a third of all adults here smoke today.",
		],
		[
			"another multiple",
			"The price of bread here doubled in that year.",
			"The price of bread here tripled in that year.",
		],
		[
			"another rank",
			"Ada was the first president of this country.",
			"Ada was the second president of this country.",
		],
		[
			"another war",
			"The bridge fell in the second world war.",
			"The bridge fell in the first world war.",
		],
		[
			"a word turned around by a prefix",
			"This vaccine is effective against the new virus.",
			"This vaccine is ineffective against the new virus.",
		],
		[
			"a prefix left out",
			"This drug is illegal and unsafe in most countries.",
			"This drug is legal and safe in most countries.",
		],
		["a decimal point dropped", "It rose by 3.8 percent.", "It rose by 38 percent."],
		[
			"a point dropped before three digits",
			"Pi is about 3.141 in all.",
			"Pi is about 3141 in all.",
		],
		["another currency", "A ticket costs $30 in Rome.", "A ticket costs €30 in Rome."],
		["a percent sign dropped", "About 14% of the people smoke.", "About 14 of the people smoke."],
		["a percent sign added", "About 14 of the people smoke.", "About 14% of the people smoke."],
		["a minus sign dropped", "It was -5 degrees in Oslo.", "It was 5 degrees in Oslo."],
		[
			"two words joined into one",
			"The minister was not able to walk.",
			"The minister was notable to walk.",
		],
		[
			"another unit of time",
			"Light takes three seconds to get there.",
			"Light takes three minutes to get there.",
		],
		["a unit dropped", "The wall is 20 km long in all.", "The wall is 20 long in all."],
		[
			"a rate's second half changed",
			"It moves at 100 km per hour.",
			"It moves at 100 km per second.",
		],
		["a thousand dropped", "Twenty thousand people died.", "Twenty people died."],
		["another Han numeral", "埃菲尔铁塔的高度是三百三十米。", "埃菲尔铁塔的高度是33米。"],
		[
			"millions of people for thousands",
			"Thousands of people died there.",
			"Millions of people died there.",
		],
		[
			"a dropped negation that lacks its apostrophe",
			"vaccines dont cause autism",
			"Vaccines cause autism.",
		],
	])("rejects %s", (_, speech, content) => {
		expect(holds(speech, content)).toBe(false);
	});
});
