import { build } from "esbuild";
import { layout } from "#scripts/layout.ts";

/** A page with what ours is made of, and as little of its own as a page can have. */
const APP = `
	import { createElement } from "react";
	import { createRoot } from "react-dom/client";
	import { BrowserRouter, Route, Routes } from "react-router-dom";
	import useSWR, { SWRConfig } from "swr";
	const fetcher = (path) => fetch(path).then((answer) => answer.json());
	function Page() {
		const { data } = useSWR("/api/stats");
		return createElement("main", null,
			createElement("h1", null, "A page of its libraries alone"),
			createElement("p", null, data ? data.total_videos + " videos" : "…"));
	}
	createRoot(document.getElementById("root")).render(
		createElement(SWRConfig, { value: { fetcher } },
			createElement(BrowserRouter, null,
				createElement(Routes, null,
					createElement(Route, { path: "*", element: createElement(Page) })))));`;

/** Its script, minified as ours is. */
export async function bareApp(): Promise<Uint8Array> {
	const { outputFiles } = await build({
		stdin: { contents: APP, resolveDir: layout.root },
		bundle: true,
		minify: true,
		format: "esm",
		target: "es2023",
		define: { "process.env.NODE_ENV": '"production"' },
		write: false,
	});
	const [script] = outputFiles;
	if (!script) throw new Error("The bare app was not bundled.");
	return script.contents;
}

/** The document that loads it from `/bare.js`. */
export const BARE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare</title>
<script type="module" src="/bare.js"></script>
</head>
<body><div id="root"></div></body>
</html>`;
