import { SITE_NAME } from "./site-pages.ts";

const LINK =
	"flex min-h-11 items-center px-2 text-sm whitespace-nowrap font-semibold underline-offset-4 hover:underline";

/** A page's content with the site's name above it. */
export function siteFrame(content: string, demo: boolean): string {
	const banner = demo
		? `<aside aria-label="Demo mode" class="hatched-quiet border-b border-line p-1"><p class="page-width bg-ground py-1.5 text-sm"><strong class="font-semibold">Demo mode.</strong> No AI provider is set up, so every score is simulated and says nothing about a video.</p></aside>`
		: "";
	return `<div class="flex min-h-dvh flex-col">${banner}<header class="sticky top-0 z-20 border-b border-line bg-ground"><div class="page-width flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 lg:flex-nowrap"><a href="/" class="flex min-h-11 shrink-0 items-center gap-2 font-serif text-lg font-semibold whitespace-nowrap"><svg viewBox="2 8 28 19" aria-hidden="true" class="h-6 w-9"><path d="M4 23a12 12 0 0 1 5.4-10M12.6 11.5a12 12 0 0 1 6.8 0M22.6 13A12 12 0 0 1 28 23M16 23l6.5-8.5" class="fill-none stroke-current" stroke-width="2.5"/><circle cx="16" cy="23" r="3" class="fill-current"/></svg>${SITE_NAME}</a><nav aria-label="Main"><a href="/results" class="${LINK}">All Analyses</a></nav></div></header><main id="main" class="grow">${content}</main></div>`;
}
