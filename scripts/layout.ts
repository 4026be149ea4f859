import { fileURLToPath } from "node:url";

const inProject = (path: string) =>
	fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Where things are, absolute. Every script takes its places from here. */
export const layout = {
	root: inProject(""),
	wranglerConfig: inProject("wrangler.toml"),
	viteConfig: inProject("web/vite.config.ts"),
	workerEntry: inProject("worker/index.ts"),
	migrations: inProject("migrations"),
	envFile: inProject(".env"),
	/** What the build leaves. */
	dist: inProject("dist"),
	webOutput: inProject("dist/web"),
	reference: inProject("dist/web/api/openapi.json"),
	webManifest: inProject("dist/web-manifest.json"),
	workerBundle: inProject("dist/worker/index.js"),
	workerConfig: inProject("dist/worker/config.json"),
	/** Where the embedded database and the objects live, unless DATA_DIR says otherwise. */
	data: inProject(".data"),
};

/** What decides the web app's build; folders are read whole. */
export const webSources = [
	"web",
	"worker/contract",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"scripts/build-web.ts",
];

/** What decides the API reference's build; a new web app removes it, and so has it built again. */
export const referenceSources = [
	"worker",
	"web/public/reference.css",
	"package.json",
	"package-lock.json",
	"scripts/build-reference.ts",
];

/** What decides the worker's build. */
export const workerSources = [
	"worker",
	"durable-objects",
	"migrations",
	"wrangler.toml",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"scripts/build-worker.ts",
	"scripts/node-builtins.ts",
	"scripts/worker-config.ts",
];
