import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, normalizePath, type Plugin, type Rolldown } from "vite";
import { buildTargets, SITE_BROWSERS } from "./browsers.ts";

/** The build writes the styles into the page; Vite's server sends them as a file. */
const linkStyles: Plugin = {
	name: "link-styles",
	apply: "serve",
	transformIndexHtml: () => [
		{ tag: "link", attrs: { rel: "stylesheet", href: "/styles/main.css" } },
	],
};

const RESULTS = normalizePath(
	fileURLToPath(new URL("features/reports/results-page.tsx", import.meta.url)),
);

/** The chunk of the modules that every report loads; null for other modules. */
function sharedWithReports(id: string, graph: Rolldown.ChunkingContext): string | null {
	const seen = new Set([id]);
	for (const module of seen) {
		if (module === RESULTS) return "report-parts";
		for (const importer of graph.getModuleInfo(module)?.importers ?? []) seen.add(importer);
	}
	return null;
}

export default defineConfig({
	root: import.meta.dirname,
	publicDir: "public",
	resolve: {
		alias: [
			{
				// Bundlers get the package's development build with warnings by default.
				find: /^react-router$/,
				replacement: fileURLToPath(
					new URL("../node_modules/react-router/dist/production/index.mjs", import.meta.url),
				),
			},
		],
	},
	plugins: [react(), tailwindcss(), linkStyles],
	build: {
		outDir: "../dist/web",
		emptyOutDir: true,
		target: buildTargets(SITE_BROWSERS),
		manifest: true,
		// The content security policy allows no data: addresses, and a small file is cached like any
		// other.
		assetsInlineLimit: 0,
		// Every browser of the target preloads modules by itself.
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		rolldownOptions: {
			output: {
				codeSplitting: {
					groups: [
						// One file for the code that every page needs, which means fewer requests and
						// better compression.
						{ name: "app", tags: ["$initial"], priority: 1 },
						// One for what reports share with other pages, instead of twenty requests.
						{ name: sharedWithReports, debugName: "report-parts", minShareCount: 2 },
					],
				},
			},
		},
	},
});
