import type { Page } from "playwright-core";

const HEADER = "content-security-policy";

/** The answers that the page brings along. */
const PAGE_DATA = /<script[^>]*id="page-data".*?<\/script>/s;

/**
 * Holds the page to the policy that it comes with, and answers with what broke it, as it breaks. A bare page brings no
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
			if (!/trusted-types 'none'/.test(response.headers()[HEADER] ?? ""))
				broken.push(`${response.url()} comes without its policy`);
			const html = await response.text();
			return route.fulfill({
				response,
				body: bare ? html.replace(PAGE_DATA, "") : html,
			});
		},
	);
	return broken;
}
