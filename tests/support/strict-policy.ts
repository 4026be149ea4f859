import type { Page } from "playwright-core";

/** What a page may do at the most. Ours goes out with it; where it does not yet, the test adds it. */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: https://i.ytimg.com https://*.googleusercontent.com",
	"font-src 'self'",
	"connect-src 'self'",
	"frame-src https://www.youtube-nocookie.com",
	"manifest-src 'self'",
	"worker-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"object-src 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join("; ");

const HEADER = "content-security-policy";

/** The answers that the page brings along. */
const PAGE_DATA = /<script[^>]*id="page-data".*?<\/script>/s;

/**
 * Holds the page to the policy, and answers with what broke it, as it breaks. A bare page brings no
 * answers along: it has to ask for them.
 */
export async function holdToPolicy(
	page: Page,
	{ bare }: { bare: boolean },
): Promise<string[]> {
	const broken: string[] = [];
	await page.exposeFunction("reportViolation", (text: string) =>
		broken.push(text),
	);
	await page.addInitScript(() => {
		document.addEventListener("securitypolicyviolation", (event) => {
			const { effectiveDirective, blockedURI, sample } = event;
			const report: unknown = Reflect.get(window, "reportViolation");
			if (typeof report === "function")
				report(`${effectiveDirective}: ${blockedURI} ${sample}`);
		});
	});
	await page.route(
		(url) => !/^\/(api|assets)\//.test(url.pathname),
		async (route) => {
			if (route.request().resourceType() !== "document")
				return route.fallback();
			const response = await route.fetch();
			const headers = response.headers();
			const html = await response.text();
			return route.fulfill({
				response,
				body: bare ? html.replace(PAGE_DATA, "") : html,
				headers: { ...headers, [HEADER]: headers[HEADER] ?? POLICY },
			});
		},
	);
	return broken;
}
