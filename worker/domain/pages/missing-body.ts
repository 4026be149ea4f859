import { siteFrame } from "./site-frame.ts";

/** What stands where there is no report, in the app's own words. */
export function missingBody(demo: boolean): string {
	return siteFrame(
		`<div class="page-width flex flex-col items-start gap-4 py-16"><h1 class="font-serif text-2xl font-semibold sm:text-3xl">Video Not Found</h1><p>The video doesn't exist or hasn't been analyzed yet.</p><p><a href="/" class="font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink">Go Home</a></p></div>`,
		demo,
	);
}
