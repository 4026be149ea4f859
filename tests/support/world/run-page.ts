import type { Locator, Page } from "playwright-core";
import { PROVIDERS } from "#contract/providers.ts";
import type { FakeAi } from "../fakes/ai.ts";
import type { FakeVideo } from "../fakes/youtube-answers.ts";
import { extractFacts, longTalk } from "../fixtures/talks.ts";
import { watchUrl } from "./client.ts";

/** One statement after the other, so that a run is long enough to be watched. */
export const SLOWLY = { MAX_STATEMENTS: "6", RATING_CONCURRENCY: "1" };
export const FACTS = 6;
const RATING_MS = 1_500;

let talks = 0;

/** A video with as many statements as are rated, none of them in another talk. */
export function shortTalk(): Partial<FakeVideo> {
	talks++;
	return longTalk({ number: talks, words: 900, facts: FACTS });
}

/** Forgets what the models were told before, and makes them take their time. */
export function answerSlowly(ai: FakeAi): void {
	ai.reset();
	ai.answer({ extract: extractFacts });
	ai.behave("all", { delay_ms: RATING_MS }, "rate");
}

/** Keeps the models from rating the so-manyth statement and those after it, until the answer is called. */
export function holdRatingsFrom(ai: FakeAi, statement: number): () => void {
	let goOn = () => {};
	const until = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	let calls = 0;
	const first_held = (statement - 1) * PROVIDERS.length + 1;
	ai.behave("all", () => (++calls < first_held ? {} : { until }), "rate");
	return goOn;
}

/** Sends the video's link from the home page. */
export async function send(page: Page, id: string): Promise<void> {
	await page.getByRole("textbox", { name: /YouTube link/ }).fill(watchUrl(id));
	await page.getByRole("button", { name: "Analyze Video" }).click();
}

export function dialogOf(page: Page): Locator {
	return page.getByRole("dialog");
}

export function ratedIn(page: Page): Locator {
	return dialogOf(page).getByRole("region", { name: /rated/i }).locator("li");
}

export function chipOf(page: Page): Locator {
	return page.getByRole("button", { name: /^Analysis of/ });
}

export function toastsOf(page: Page): Locator {
	return page.getByRole("link", { name: "View Detailed Results" });
}

export async function percentOf(page: Page): Promise<number> {
	const text = await dialogOf(page)
		.getByText(/^\d+\.\d%$/)
		.first()
		.textContent();
	return Number.parseFloat(text ?? "");
}
