/**
 * The oldest versions of the browsers that the product is built for, by their names in MDN's
 * compatibility data. `scripts/checks/browsers.ts` refuses what one of them lacks.
 */
export type Browsers = Record<string, number>;

/** Those of the site and the bookmark for captions; the extension's are in its manifest. On iPhones every browser is Safari's engine. */
export const SITE_BROWSERS = {
	chrome: 111,
	edge: 111,
	firefox: 114,
	safari: 16.4,
	safari_ios: 16.4,
} satisfies Browsers;

/** The versions as the build tools name them. */
export function buildTargets(browsers: Browsers): string[] {
	return Object.entries(browsers).map(
		([name, version]) => `${name.replace("safari_ios", "ios")}${version}`,
	);
}
