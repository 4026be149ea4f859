import { PANEL, progressOf, STATEMENTS, type World } from "./run-world.ts";

/** What a provider says that will not answer; nobody else may give a rating up. */
export const REFUSED = "The provider would not answer.";

/** The laws that an ended run of the pure engine breaks, in words. */
export function brokenRun(world: World): string[] {
	const { store } = world;
	if (!store.ended) return ["it never ended"];
	const broken = [...brokenEvents(world), ...brokenRatings(world)];
	if (store.error !== null && store.error.code !== "ratings_failed")
		broken.push(`it failed as ${store.error.code}`);
	return broken;
}

function brokenEvents(world: World): string[] {
	const { events, error } = world.store;
	const broken: string[] = [];
	const named = (name: string) => events.filter((it) => it.name === name);
	const endings = [...named("completed"), ...named("failed")];
	if (endings.length !== 1) broken.push(`it ended ${endings.length} times`);
	if (events.at(-1) !== endings[0]) broken.push("it went on after its end");
	if (events.some(({ seq }, place) => seq !== place + 1))
		broken.push("its events have gaps");
	const told = progressOf(world).map(({ progress }) => progress);
	const back = told.some((value, place) => value < (told[place - 1] ?? 0));
	// A failure resets it.
	if (back && error === null) broken.push(`progress went back: ${told}`);
	const statements = named("statement").length;
	if (statements !== STATEMENTS)
		broken.push(`it told ${statements} statements`);
	return broken;
}

/** Seconds of work at most, whatever the clock says of it: nothing is given up. */
function brokenRatings({ store }: World): string[] {
	const ratings = store.done().filter(({ input }) => input.kind === "rate");
	const broken = ratings
		.map(({ output }) => output.rating)
		.filter((it) => it.status === "failed" && it.explanation !== REFUSED)
		.map((it) => `a rating was given up: ${it.explanation}`);
	if (ratings.length !== STATEMENTS * PANEL.length)
		broken.push(`it has ${ratings.length} ratings`);
	return broken;
}
