/** Built as a file beside the bundle. The runtime compiles it before the first request. */
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
 * The web app's server rendering, built as a file beside the bundle. Declared here, because its
 * sources are type-checked for the browser.
 */
declare module "#web/server.tsx" {
	export function renderPage(
		pathname: string,
		page: Omit<import("#contract/served-page.ts").ServedPage, "rendered">,
		address: { search: string; origin: string },
	): { html: string; parts: string[] };
}

/** https://github.com/jsdom/html-encoding-sniffer, which has no types of its own. */
declare module "html-encoding-sniffer" {
	export default function sniff(
		bytes: Uint8Array,
		options: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
	): string;
}
