import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { transform } from "esbuild";
import { build } from "vite";
import { layout } from "./layout.ts";

/** Small scripts that run before the first paint; `web/index.html` names them in this order. */
const EARLY = ["theme.js", "keep-presses.js"];
const PLACE = /(?:<script src="[^"]*"><\/script>\s*){2}/;

/**
 * Writes into the built page what has to be there before the first paint, so that it waits for no
 * second request: the early scripts and the styles that the first screen needs.
 */
export async function writeFirstScreen(output: string): Promise<void> {
	const page = join(output, "index.html");
	const sources = EARLY.map((name) => readFile(join(output, name), "utf8"));
	const scripts = (await Promise.all(sources)).join("\n");
	const { code } = await transform(scripts, { minify: true });
	const arranged = arrangePage(await readFile(page, "utf8"), {
		styles: await buildStyles(),
		scripts: code.trim(),
	});
	await writeFile(page, arranged);
	// The API's reference loads the other one.
	await rm(join(output, "keep-presses.js"));
}

async function buildStyles(): Promise<string> {
	const built = await build({
		configFile: false,
		root: join(layout.root, "web"),
		logLevel: "warn",
		plugins: [tailwindcss()],
		build: { write: false, rolldownOptions: { input: layout.firstStyles } },
	});
	const files = "output" in built ? built.output : [];
	const sheet = files.find(({ fileName }) => fileName.endsWith(".css"));
	if (sheet?.type !== "asset")
		throw new Error("The styles of the first screen were not built.");
	return sheet.source.toString().trim();
}

/**
 * The page with both in it. The whole style sheet and the app's script go to its end: there they
 * neither hold up what comes before them nor take its bandwidth.
 */
export function arrangePage(
	html: string,
	{ styles, scripts }: { styles: string; scripts: string },
): string {
	const sheets: string[] = [];
	const modules: string[] = [];
	const early = html.replace(
		/\s*<(?:(link rel="stylesheet")|script type="module")[^>]*>(?:<\/script>)?/g,
		(tag, is_sheet) => {
			(is_sheet ? sheets : modules).push(tag.trim());
			return "";
		},
	);
	if (!sheets.length || !modules.length || !PLACE.test(early))
		throw new Error("The built page has no place for the first screen.");
	// The style sheet first: the app takes over what is shown as it will stay.
	const late = [...sheets, ...modules, "</body>"].join("\n");
	return early
		.replace(PLACE, () => `<script>${scripts}</script><style>${styles}</style>`)
		.replace("</body>", () => late);
}
