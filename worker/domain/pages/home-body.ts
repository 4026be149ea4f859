import { siteFrame } from "./site-frame.ts";

const STEPS: [title: string, text: string][] = [
	[
		"The transcript is read",
		"We fetch the video's own captions, with the second at which each line is said. Where there are none, the report says where its words come from.",
	],
	[
		"Statements are found",
		"Claims that can be checked are taken out word for word. Opinions, stories and jokes are left alone.",
	],
	[
		"AI models rate each one",
		"Every model gives a score, its confidence, an explanation and sources. Where the models disagree, the report says so.",
	],
];

/**
 * What the home page shows before the app runs, in the app's own words and
 * classes. A link sent from here stands in the app's field afterwards; one that
 * is typed while the app comes is carried over by it.
 */
export function homeBody(demo: boolean): string {
	return siteFrame(
		`<div class="page-width flex flex-col gap-16 py-8 sm:py-14"><div class="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]"><div class="flex flex-col gap-6"><h1 class="font-serif text-3xl font-semibold tracking-tight sm:text-4xl">How much of that video is true?</h1><p class="max-w-[58ch] text-lg text-muted">Paste a YouTube link. AI models rate every factual statement in it from 0 (factual) to 100 (false), and show you why.</p>${FORM}</div></div>${steps()}</div>`,
		demo,
	);
}

const FORM = `<form action="/" method="get" class="flex flex-col gap-2"><label for="link" class="font-semibold">YouTube link</label><div class="flex flex-col gap-3 sm:flex-row sm:gap-0"><input id="link" type="url" name="url" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="https://www.youtube.com/watch?v=…" class="h-14 min-w-0 grow rounded-md border-2 border-ink bg-raised px-4 text-lg placeholder:text-muted sm:rounded-r-none"><button type="submit" class="inline-flex min-h-11 items-center justify-center gap-2 rounded-md text-base font-semibold no-underline transition-colors duration-150 disabled:opacity-60 border border-ink bg-ink text-ground hover:bg-transparent hover:text-ink h-14 border-2 px-6 text-lg sm:rounded-l-none">Analyze Video</button></div><noscript><p>Analyzing a video needs JavaScript. Its report can be read without.</p></noscript></form>`;

function steps(): string {
	const items = STEPS.map(
		([title, text], index) =>
			`<li class="flex flex-col gap-3 border-t-2 border-ink pt-4"><h3 class="font-serif text-lg font-semibold">${index + 1}. ${title}</h3><p class="text-sm text-muted">${text}</p></li>`,
	);
	return `<section aria-labelledby="how" class="flex flex-col gap-6"><h2 id="how" class="font-serif text-2xl font-semibold">How It Works</h2><ol class="grid gap-8 md:grid-cols-3">${items.join("")}</ol></section>`;
}
