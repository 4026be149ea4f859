import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { buildTargets, SITE_BROWSERS } from "../web/browsers.ts";
import { buildPages, buildPdfReader, buildWorker } from "./build/worker.ts";
import { answerHelp } from "./command-line.ts";
import {
	hashSources,
	layout,
	pagesSources,
	pdfReaderSources,
	referenceSources,
	webSources,
	workerSources,
} from "./layout.ts";
import { isMain } from "./server/process.ts";

type Part = { name: string; sources: string[]; output: string; build: () => Promise<void> };

const parts = {
	worker: {
		name: "worker",
		sources: workerSources,
		output: layout.workerConfig,
		build: buildWorker,
	},
	pages: {
		name: "pages of the worker",
		sources: pagesSources,
		output: layout.workerPages,
		build: buildPages,
	},
	pdf_reader: {
		name: "PDF reader",
		sources: pdfReaderSources,
		output: layout.pdfChild,
		build: buildPdfReader,
	},
	web: { name: "web app", sources: webSources, output: layout.webOutput, build: buildWeb },
	reference: {
		name: "API reference",
		sources: referenceSources,
		output: layout.reference,
		build: buildReference,
	},
} satisfies Record<string, Part>;
type PartName = keyof typeof parts;

async function isFresh(part: Part, stamp_path: string, stamp: string) {
	const built = await readFile(stamp_path, "utf8").catch(() => null);
	return built === stamp && existsSync(part.output);
}

/**
 * Builds outputs that are older than their sources, and returns their names. Throws the
 * compilers' errors.
 */
export async function buildIfStale(
	wanted: PartName[] = ["worker", "pages", "pdf_reader", "web", "reference"],
): Promise<string[]> {
	const built: string[] = [];
	await mkdir(layout.dist, { recursive: true });
	for (const key of wanted) {
		const part = parts[key];
		const stamp_path = join(layout.dist, `${key}.stamp`);
		const stamp = await hashSources(layout.root, part.sources);
		if (await isFresh(part, stamp_path, stamp)) continue;
		await part.build();
		await writeFile(stamp_path, stamp);
		built.push(part.name);
	}
	return built;
}

/**
 * Moves `fresh` to `current`. If two builds of the same sources run at the same time, either
 * result may remain.
 */
async function swap(fresh: string, current: string): Promise<void> {
	const old = `${fresh}.old`;
	await rename(current, old).catch(() => {});
	await rename(fresh, current).catch((error: unknown) => {
		if (!existsSync(current)) throw error;
	});
	for (const rest of [old, fresh]) await rm(rest, { recursive: true, force: true });
}

/**
 * Builds the web app into dist/web. The previous files are served until the new ones are
 * complete.
 */
async function buildWeb(): Promise<void> {
	const { build, normalizePath } = await import("vite");
	const fresh = join(layout.dist, `.web-${process.pid}`);
	await build({
		configFile: layout.viteConfig,
		logLevel: "warn",
		build: { outDir: fresh, emptyOutDir: true },
	});
	await writeIntoPage(fresh);
	await writeFile(join(fresh, BOOKMARK), await captionsBookmark());
	// The budget check reads it; it is not served. Vite names a style sheet that is imported as an
	// address by its absolute path.
	const manifest = await readFile(join(fresh, ".vite/manifest.json"), "utf8");
	const sources = normalizePath(join(layout.root, "web/"));
	await writeFile(layout.webManifest, manifest.replaceAll(sources, ""));
	await rm(join(fresh, ".vite"), { recursive: true });
	await swap(fresh, layout.webOutput);
}

/** Small scripts that run before the first paint; `web/index.html` names them in this order. */
const EARLY = ["theme.js", "keep-presses.js"];
const PLACE = /(?:<script src="[^"]*"><\/script>\s*){2}/;

/**
 * Writes into the built page what has to be there before the first paint, so that it waits for no
 * second request: the early scripts and the styles.
 */
async function writeIntoPage(output: string): Promise<void> {
	const { transform } = await import("esbuild");
	const page = join(output, "index.html");
	const sources = EARLY.map((name) => readFile(join(output, name), "utf8"));
	const scripts = (await Promise.all(sources)).join("\n");
	const { code } = await transform(scripts, { minify: true });
	const arranged = arrangePage(await readFile(page, "utf8"), {
		styles: await builtStyles(layout.styles),
		scripts: code.trim(),
	});
	await writeFile(page, arranged);
	// The API's reference loads the other one.
	await rm(join(output, "keep-presses.js"));
}

/**
 * `Features.DirSelector` of Lightning CSS, which would turn `:dir()` into a list of languages: most
 * foreign texts are laid out in their own direction, but their language is not known.
 */
const DIR_SELECTOR = 4;

/** A style sheet as the browsers of the site understand it. */
async function builtStyles(path: string): Promise<string> {
	const [{ build }, { default: tailwindcss }] = await Promise.all([
		import("vite"),
		import("@tailwindcss/vite"),
	]);
	const built = await build({
		configFile: false,
		root: join(layout.root, "web"),
		publicDir: false,
		logLevel: "warn",
		plugins: [tailwindcss()],
		css: { lightningcss: { exclude: DIR_SELECTOR } },
		build: { write: false, target: buildTargets(SITE_BROWSERS), rolldownOptions: { input: path } },
	});
	const files = "output" in built ? built.output : [];
	const sheet = files.find(({ fileName }) => fileName.endsWith(".css"));
	if (sheet?.type !== "asset") throw new Error("The styles were not built.");
	return sheet.source.toString().trim();
}

/**
 * The page with both in it. A style sheet that came later would lay the page out again. The app's
 * script goes to the end: there it neither holds up what comes before it nor takes its bandwidth.
 */
export function arrangePage(
	html: string,
	{ styles, scripts }: { styles: string; scripts: string },
): string {
	const modules: string[] = [];
	const early = html.replace(/\s*<script type="module"[^>]*><\/script>/g, (tag) => {
		modules.push(tag.trim());
		return "";
	});
	if (!modules.length || !PLACE.test(early))
		throw new Error("The built page has no place for scripts and styles.");
	return early
		.replace(PLACE, () => `<script>${scripts}</script><style>${styles}</style>`)
		.replace("</body>", () => [...modules, "</body>"].join("\n"));
}

/** Where the web app reads the bookmark's address from, within its built files. */
const BOOKMARK = "captions-bookmarklet.json";

/** Serves the bookmark's address from Vite's server, built from the current sources. */
export function serveBookmarklet(): Plugin {
	return {
		name: "captions-bookmarklet",
		configureServer({ middlewares }) {
			middlewares.use(`/${BOOKMARK}`, (_request, response, next) => {
				captionsBookmark().then((address) => {
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
async function captionsBookmark(): Promise<string> {
	const { build } = await import("esbuild");
	const { outputFiles } = await build({
		entryPoints: [join(layout.root, "extension/bookmarklet.ts")],
		absWorkingDir: layout.root,
		bundle: true,
		format: "iife",
		target: buildTargets(SITE_BROWSERS),
		minify: true,
		logLevel: "warning",
		write: false,
	});
	const script = outputFiles.map(({ text }) => text).join("");
	return JSON.stringify(`javascript:${encodeURIComponent(script.trim())}`);
}

/**
 * Writes the API description and its reference page as static files, so that the worker's bundle
 * contains neither the descriptions nor the code that converts schemas. The page's style sheet
 * gets the web app's fonts.
 */
async function buildReference(): Promise<void> {
	const [{ openApiDocument }, { referencePage }, { BUILT_ORIGIN }] = await Promise.all([
		import("#worker/openapi/document.ts"),
		import("#worker/openapi/reference-page.ts"),
		import("#worker/openapi/routes.ts"),
	]);
	const document = openApiDocument(BUILT_ORIGIN);
	const page = await referencePage(document);
	const folder = join(layout.webOutput, "api");
	await mkdir(folder, { recursive: true });
	const styles = join(layout.root, "web/public/reference.css");
	const files: Record<string, string> = {
		[join(layout.webOutput, "reference.css")]: (await fontFaces()) + (await builtStyles(styles)),
		[join(folder, "docs.html")]: page.toString(),
		// Written last: if it exists, the other files do too.
		[layout.reference]: JSON.stringify(document),
	};
	for (const [path, text] of Object.entries(files)) await writeFile(path, text);
}

/** The web app's `@font-face` rules; only the fallback fonts before the first build of the app. */
async function fontFaces(): Promise<string> {
	const assets = join(layout.webOutput, "assets");
	const names = await readdir(assets).catch(() => []);
	const sheets = [
		join(layout.root, "web/styles/base.css"),
		...names.filter((name) => name.endsWith(".css")).map((name) => join(assets, name)),
	];
	const texts = await Promise.all(sheets.map((path) => readFile(path, "utf8")));
	const faces = texts.flatMap((css) => css.match(/@font-face\s*\{[^}]*\}/g) ?? []);
	return [...faces, ""].join("\n");
}

if (isMain(import.meta.url)) {
	answerHelp(
		"npm run build\n\nBuilds what is out of date: the web app, the workers and their pages, into dist/.",
	);
	const built = await buildIfStale();
	console.log(
		built.length > 0 ? `Built the ${built.join(" and the ")}.` : "The build is up to date.",
	);
}
