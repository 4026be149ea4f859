import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "vite";
import { layout } from "./layout.ts";

/** Where the web app reads the bookmark's address from, within its built files. */
const FILE = "captions-bookmarklet.json";

/** Writes the bookmark's address into the built files. */
export async function writeBookmarklet(output: string): Promise<void> {
	await writeFile(join(output, FILE), await buildAddress());
}

/** Serves the bookmark's address from Vite's server, built from the current sources. */
export function serveBookmarklet(): Plugin {
	return {
		name: "captions-bookmarklet",
		configureServer({ middlewares }) {
			middlewares.use(`/${FILE}`, (_request, response, next) => {
				buildAddress().then((address) => {
					response.setHeader("content-type", "application/json");
					response.end(address);
				}, next);
			});
		},
	};
}

/**
 * The address, as JSON, of the bookmark that copies a video's captions in YouTube's page. Its script
 * is part of the address, because that page loads none of other sites.
 */
async function buildAddress(): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [join(layout.root, "extension/bookmarklet.ts")],
		absWorkingDir: layout.root,
		bundle: true,
		format: "iife",
		target: ["chrome120", "firefox140", "safari17"],
		minify: true,
		logLevel: "warning",
		write: false,
	});
	const script = outputFiles.map(({ text }) => text).join("");
	return JSON.stringify(`javascript:${encodeURIComponent(script.trim())}`);
}
