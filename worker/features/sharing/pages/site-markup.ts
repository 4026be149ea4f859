import { homeSteps } from "#contract/page-texts.ts";
import { type Health, SITE_NAME } from "#contract/site.ts";
import { HOME, VIDEO_NOT_FOUND } from "#contract/texts.ts";

const LINK =
	"flex min-h-11 items-center px-2 text-sm whitespace-nowrap font-semibold underline-offset-4 hover:underline";

/** A page's content below the site's name. */
export function siteFrame(content: string, demo: boolean): string {
	const banner = demo
		? `<aside aria-label="Demo mode" class="hatched-quiet border-b border-line p-1"><p class="page-width bg-ground py-1.5 text-sm"><strong class="font-semibold">Demo mode.</strong> No AI provider is set up, so every score is simulated and says nothing about a video.</p></aside>`
		: "";
	return `<div class="flex min-h-dvh flex-col">${banner}<header class="sticky top-0 z-20 border-b border-line bg-ground"><div class="page-width flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 lg:flex-nowrap"><a href="/" class="flex min-h-11 shrink-0 items-center gap-2 font-serif text-lg font-semibold whitespace-nowrap"><svg viewBox="2 8 28 19" aria-hidden="true" class="h-6 w-9"><path d="M4 23a12 12 0 0 1 5.4-10M12.6 11.5a12 12 0 0 1 6.8 0M22.6 13A12 12 0 0 1 28 23M16 23l6.5-8.5" class="fill-none stroke-current" stroke-width="2.5"/><circle cx="16" cy="23" r="3" class="fill-current"/></svg>${SITE_NAME}</a><nav aria-label="Main"><a href="/results" class="${LINK}">All Analyses</a></nav></div></header><main id="main" class="grow">${content}</main></div>`;
}

/**
 * The home page before the app runs, in the app's words and classes. A link that is
 * submitted here appears in the app's field afterwards; one that is typed while the app
 * loads is copied by the app.
 */
export function homeBody({ mode, evidence_sources }: Health): string {
	return siteFrame(
		`<div class="page-width flex flex-col gap-16 py-8 sm:py-14"><div class="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]"><div class="flex flex-col gap-6"><h1 class="font-serif text-3xl font-semibold tracking-tight sm:text-4xl">${HOME.title}</h1><p class="max-w-[58ch] text-lg text-muted">${HOME.intro}</p>${FORM}</div></div>${steps(evidence_sources.length > 0)}</div>`,
		mode === "demo",
	);
}

const FORM = `<form action="/" method="get" class="flex flex-col gap-2"><label for="link" class="font-semibold">YouTube link</label><div class="flex flex-col gap-3 sm:flex-row sm:gap-0"><input id="link" type="url" name="url" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="https://www.youtube.com/watch?v=…" class="h-14 min-w-0 grow rounded-md border-2 border-ink bg-raised px-4 text-lg placeholder:text-muted sm:rounded-r-none"><button type="submit" class="inline-flex min-h-11 items-center justify-center gap-2 rounded-md text-base font-semibold no-underline transition-colors duration-150 disabled:opacity-60 border border-ink bg-ink text-ground hover:bg-transparent hover:text-ink h-14 border-2 px-6 text-lg sm:rounded-l-none">Analyze Video</button></div><noscript><p>Analyzing a video needs JavaScript. Its report can be read without.</p></noscript></form>`;

function steps(searches: boolean): string {
	const items = Object.values(homeSteps(searches)).map(
		({ title, text }, index) =>
			`<li class="flex flex-col gap-3 border-t-2 border-ink pt-4"><h3 class="font-serif text-lg font-semibold">${index + 1}. ${title}</h3><p class="text-sm text-muted">${text}</p></li>`,
	);
	return `<section aria-labelledby="how" class="flex flex-col gap-6"><h2 id="how" class="font-serif text-2xl font-semibold">How It Works</h2><ol class="grid gap-8 md:grid-cols-3">${items.join("")}</ol></section>`;
}

/** The page for an address without a report, in the app's words. */
export function missingBody(demo: boolean): string {
	return siteFrame(
		`<div class="page-width flex flex-col items-start gap-4 py-16"><h1 class="font-serif text-2xl font-semibold sm:text-3xl">${VIDEO_NOT_FOUND.title}</h1><p>${VIDEO_NOT_FOUND.detail}</p><p><a href="/" class="font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink">Go Home</a></p></div>`,
		demo,
	);
}
