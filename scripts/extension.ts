import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { build } from "esbuild";
import { zipSync } from "fflate";
import { EXTENSION_BROWSERS, ICON_SIZES, manifest, type Target } from "../extension/manifest.ts";
import { buildTargets } from "../web/browsers.ts";
import { answerHelp } from "./command-line.ts";
import { layout } from "./layout.ts";
import { isMain } from "./server/process.ts";

const SOURCE = join(layout.root, "extension");
const SCRIPTS = {
	content: "content/watch-page.ts",
	"page-world": "content/page-world.ts",
	background: "background.ts",
	panel: "panel/panel.ts",
	options: "options/options.ts",
};
const FILES = {
	"panel.html": "panel/panel.html",
	"options.html": "options/options.html",
	"pages.css": "pages.css",
};

type Options = {
	/** The server that the extension asks unless its settings say otherwise. */
	server: string;
	/** The folder that gets a folder and a zip for each browser. */
	output: string;
	/** Only for tests, whose drivers do not see into closed shadow roots. */
	shadow_roots?: ShadowRootMode;
};

/** Builds the browser extension for Chrome and for Firefox, unpacked and as a zip each. */
export async function buildExtension({ server, output, shadow_roots = "closed" }: Options) {
	const { version } = JSON.parse(await readFile(join(layout.root, "package.json"), "utf8")) as {
		version: string;
	};
	const origin = new URL(server).origin;
	const shared = {
		...(await bundle(origin, shadow_roots)),
		...(await copied()),
		...(await icons()),
	};
	for (const target of ["chrome", "firefox"] satisfies Target[]) {
		const withManifest = (for_store: boolean) => {
			const text = JSON.stringify(manifest(target, origin, version, { for_store }), null, "\t");
			return { ...shared, "manifest.json": Buffer.from(`${text}\n`) };
		};
		const folder = join(output, target);
		await rm(folder, { recursive: true, force: true });
		await mkdir(folder, { recursive: true });
		for (const [name, content] of Object.entries(withManifest(false)))
			await writeFile(join(folder, name), content);
		// A fixed date: the same sources give the same file.
		const zip = zipSync(withManifest(true), { level: 9, mtime: "2026-01-01" });
		await writeFile(join(output, `bs-detector-${target}.zip`), zip);
	}
}

type Contents = Record<string, Uint8Array>;

async function bundle(origin: string, shadow_roots: ShadowRootMode): Promise<Contents> {
	const { outputFiles } = await build({
		entryPoints: Object.entries(SCRIPTS).map(([name, path]) => ({
			in: join(SOURCE, path),
			out: name,
		})),
		outdir: layout.dist,
		absWorkingDir: layout.root,
		bundle: true,
		format: "iife",
		target: buildTargets(EXTENSION_BROWSERS),
		minify: true,
		charset: "utf8",
		define: { BUILT_FOR: JSON.stringify(origin), SHADOW_ROOTS: JSON.stringify(shadow_roots) },
		logLevel: "warning",
		write: false,
	});
	return Object.fromEntries(
		outputFiles.map(({ path, contents }) => [path.slice(layout.dist.length + 1), contents]),
	);
}

async function copied(): Promise<Contents> {
	return Object.fromEntries(
		await Promise.all(
			Object.entries(FILES).map(
				async ([name, path]) => [name, await readFile(join(SOURCE, path))] as const,
			),
		),
	);
}

let wasm: Promise<void> | undefined;

/** The site's own mark in the sizes that browsers ask for. */
async function icons(): Promise<Contents> {
	const module = new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"));
	wasm ??= readFile(module)
		.then((bytes) => initWasm(bytes))
		.catch((error: unknown) => {
			// A process draws other pictures too, as tests do.
			if (!String(error).includes("Already initialized")) throw error;
		});
	await wasm;
	const svg = await readFile(join(layout.root, "web/public/favicon.svg"), "utf8");
	return Object.fromEntries(
		ICON_SIZES.map((size) => {
			const fitTo = { mode: "width" as const, value: size };
			return [`icon-${size}.png`, new Resvg(svg, { fitTo }).render().asPng()];
		}),
	);
}

const USAGE = `npm run extension

Builds the browser extension for the site of APP_ORIGIN (http://localhost:8787), as folders that
Chrome and Firefox load: dist/extension/chrome and dist/extension/firefox.`;

if (isMain(import.meta.url)) {
	answerHelp(USAGE);
	const server = process.env.APP_ORIGIN || "http://localhost:8787";
	const output = join(layout.dist, "extension");
	await buildExtension({ server, output });
	console.log(`Built the extension for ${server}: ${output}/chrome, ${output}/firefox`);
}
