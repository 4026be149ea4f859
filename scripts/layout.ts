import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Absolute paths, which every script uses. */
export const layout = {
	root: inProject(""),
	wranglerConfig: inProject("wrangler.toml"),
	viteConfig: inProject("web/vite.config.ts"),
	workerEntry: inProject("worker/index.ts"),
	pagesEntry: inProject("web/server.tsx"),
	styles: inProject("web/styles/main.css"),
	migrations: inProject("migrations"),
	envFile: inProject(".env"),
	/** The output folder of the build. */
	dist: inProject("dist"),
	webOutput: inProject("dist/web"),
	reference: inProject("dist/web/api/openapi.json"),
	webManifest: inProject("dist/web-manifest.json"),
	workerBundle: inProject("dist/worker/index.js"),
	pdfWorkerEntry: inProject("worker/pdf-reader/index.ts"),
	pdfChildEntry: inProject("scripts/server/pdf-child.ts"),
	pdfWranglerConfig: inProject("worker/pdf-reader/wrangler.toml"),
	pdfWorker: inProject("dist/pdf-reader/index.js"),
	pdfChild: inProject("dist/pdf-child.mjs"),
	workerPages: inProject("dist/worker/pages.js"),
	workerConfig: inProject("dist/worker/config.json"),
	/** The folder of the embedded database and the objects, unless DATA_DIR is set. */
	data: inProject(".data"),
};

/** The sources of the web app's build for the browser; folders are read recursively. */
export const webSources = [
	"web",
	"worker/contract",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"extension/bookmarklet.ts",
	"extension/content",
	"scripts/build.ts",
];

/** The sources of the pages that the worker renders. */
export const pagesSources = [...webSources, "scripts/build/worker.ts"];

/**
 * The sources of the API reference's build. A build of the web app deletes the reference, which
 * is then built again.
 */
export const referenceSources = [
	"worker",
	"web/public/reference.css",
	"web/styles/base.css",
	"package.json",
	"package-lock.json",
	"scripts/build.ts",
];

/** The sources of what reads PDF documents. */
export const pdfReaderSources = [
	"worker/pdf-reader",
	"scripts/server/pdf-child.ts",
	"scripts/build",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
];

/** The sources of the worker's build. */
export const workerSources = [
	"worker",
	"durable-objects",
	"migrations",
	"wrangler.toml",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"scripts/build/worker.ts",
	"scripts/server/runtime.ts",
];

async function filesUnder(root: string, path: string): Promise<string[]> {
	const found = await stat(join(root, path)).catch(() => null);
	if (!found) return [];
	if (found.isFile()) return [path];
	const names = await readdir(join(root, path));
	const nested = await Promise.all(names.map((name) => filesUnder(root, `${path}/${name}`)));
	return nested.flat();
}

/**
 * A hash of the names and contents of files and folders, given relative to `root`. Missing ones
 * count as absent; times and the order of listing do not matter.
 */
export async function hashSources(root: string, paths: string[]): Promise<string> {
	const files = (await Promise.all(paths.map((path) => filesUnder(root, path)))).flat();
	const hash = createHash("sha256");
	for (const file of files.sort()) {
		const content = await readFile(join(root, file));
		hash.update(`${file}\0${content.byteLength}\0`).update(content);
	}
	return hash.digest("hex");
}
