import type { LabelledTranscript } from "../check-worthiness.ts";

/** `+` before a sentence that people would have checked, `-` before one that they would not. */
const transcript = (id: string, lines: string): LabelledTranscript => ({
	id,
	sentences: lines
		.trim()
		.split("\n")
		.map((line) => ({ worthy: line.trim().startsWith("+"), text: line.trim().slice(2) })),
});

/** Written and labelled for the project. Claims without figures and figures without claims are among them. */
export const TRANSCRIPTS: readonly LabelledTranscript[] = [
	transcript(
		"bees",
		`
		- Hello everyone, and welcome back to the garden.
		- I have been looking forward to this one all week.
		+ A honeybee visits about fifty flowers on a single trip.
		+ Honeybees cannot see the colour red.
		- My grandmother kept twelve hives behind her house.
		+ Worker bees live for only six weeks in summer.
		- Look at this one, isn't she lovely?
		+ Scientists say that bees have disappeared from a third of their former range.
		- We will come back to that in a minute.
		+ Bumblebees were introduced to New Zealand to pollinate clover.
		- If you like this video, press the button below.
		- There are three hundred videos on this channel by now.
		+ Bees communicate the direction of food by dancing.
		+ Drones do not have a sting.
		- I would never paint a hive blue, but that is a matter of taste.
		+ One third of all food depends on pollination.
		- Next year we might have more of them here.
		+ Honey never spoils when it is kept dry.
		- So much for today.
		- See you next time, and thank you for watching.
		`,
	),
	transcript(
		"budget",
		`
		- Good evening, this is the weekly talk about our town.
		+ The town spent 14 million on roads last year.
		+ That is twice as much as it spent on schools.
		- I find that outrageous, to be honest.
		- What do you think?
		+ The library has been closed since March.
		+ According to the audit, nine contracts were given without a tender.
		- Somebody sent me a letter about this with five pages.
		+ No other town in the county charges for parking on Sundays.
		- It will all become worse, believe me.
		+ The mayor promised in 2021 that taxes would not rise.
		+ Property tax went up by eight percent in January.
		- I pay it too, like everybody else.
		- Let us take a call from a listener.
		+ The new swimming pool cost more than the hospital's wing.
		- That was a good question.
		+ Half of the streetlights have been replaced with LEDs.
		- We have two minutes left.
		+ The council meets behind closed doors.
		- Good night and stay safe.
		`,
	),
	transcript(
		"sleep",
		`
		- Let me tell you about my nights.
		+ Adults need between seven and nine hours of sleep.
		- I get five, if I am lucky.
		+ A study of ten thousand people linked short sleep to high blood pressure.
		+ Blue light from screens suppresses melatonin.
		- This pillow is from our sponsor, use the code REST for 20 percent off.
		+ Caffeine stays in the body for more than six hours.
		- Everyone is different, of course.
		+ Teenagers fall asleep later because their body clock shifts.
		- I could talk about this all day.
		+ Alcohol helps people to fall asleep but makes their sleep worse.
		- My dog snores, by the way.
		+ Sleepwalking is more common in children than in adults.
		- Try it for one week and write to me.
		+ Dolphins sleep with one half of their brain at a time.
		- Maybe that is what I should do.
		+ Night shifts were classified as a probable cause of cancer by the WHO.
		- Sweet dreams.
		`,
	),
	transcript(
		"rails",
		`
		- Welcome aboard, friends of old trains.
		+ The first public railway with steam engines opened in England in 1825.
		- What a sight that must have been.
		+ Doctors of that time warned that such speed would harm the brain.
		- I have a model of the engine here on my desk.
		+ The Trans-Siberian Railway is more than nine thousand kilometres long.
		+ Japan's fast trains have never had a passenger killed in a crash.
		- Never say never, as my uncle used to say.
		+ Switzerland has the longest railway tunnel of the world.
		- We rode through it in seventeen minutes, and I slept.
		+ Steel wheels on rails need far less energy than tyres on a road.
		- Ticket prices are a scandal.
		+ Britain closed about a third of its network in the sixties.
		- I am still angry about that.
		+ Standard gauge is 1,435 millimetres.
		- Does anybody know why?
		+ India's railways employ over a million people.
		- And now the whistle, please.
		`,
	),
];
