/** Built as a file beside the bundle; the runtime compiles it before the first request. */
declare module "*.wasm" {
	const module: WebAssembly.Module;
	export default module;
}

/** Built as a file beside the bundle, read as bytes. */
declare module "*.ttf" {
	const bytes: ArrayBuffer;
	export default bytes;
}

/**
 * The web app as the server renders it, built as a file beside the bundle. Declared here, because
 * its sources are typed for the browser.
 */
declare module "#web/server.tsx" {
	export function renderPage(
		pathname: string,
		page: Omit<import("#contract/served-page.ts").ServedPage, "rendered">,
		address: { search: string; origin: string },
	): { html: string; parts: string[] };
}
