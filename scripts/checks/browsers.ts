import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXTENSION_BROWSERS } from "../../extension/manifest.ts";
import { type Browsers, SITE_BROWSERS } from "../../web/browsers.ts";
import { buildIfStale } from "../build.ts";
import { buildExtension } from "../extension.ts";
import { layout } from "../layout.ts";
import { isMain } from "../server/process.ts";
import { interfaceCheck } from "./interfaces.ts";
import { styleCheck } from "./styles.ts";

/** Checks that the oldest browsers have what the built site and the built extension use. */

const BOOKMARKS = /"javascript:[^"]*"/g;
const PARTS = /<(script|style)>([\s\S]*?)<\/\1>/g;

/** The scripts and style sheets in a built file. */
function partsOf(name: string, text: string): { scripts: string[]; styles: string[] } {
	if (name.endsWith(".js")) return { scripts: [text], styles: [] };
	if (name.endsWith(".css")) return { scripts: [], styles: [text] };
	const parts = name.endsWith(".html") ? [...text.matchAll(PARTS)] : [];
	const inside = (tag: string) => parts.filter(([, it]) => it === tag).map(([, , it = ""]) => it);
	const bookmarks = name.endsWith(".json") ? (text.match(BOOKMARKS) ?? []) : [];
	return {
		scripts: [
			...inside("script"),
			...bookmarks.map((it) => decodeURIComponent(JSON.parse(it).slice("javascript:".length))),
		],
		styles: inside("style"),
	};
}

/** A line for each thing that a file of the folder uses and one of the browsers lacks. */
async function checkFolder(folder: string, browsers: Browsers): Promise<string[]> {
	const scripts_lack = interfaceCheck(browsers);
	const styles_lack = styleCheck(browsers);
	const names = await readdir(folder, { recursive: true });
	const files = names.filter((name) => /\.(?:js|css|html|json)$/.test(name));
	const lines = await Promise.all(
		files.map(async (name) => {
			const { scripts, styles } = partsOf(name, await readFile(join(folder, name), "utf8"));
			const found = [...scripts.map(scripts_lack), ...styles.map(styles_lack)];
			return found
				.flatMap((it) => [...it])
				.map(([what, browsers]) => `${name}: ${what} is missing in ${browsers.join(", ")}`);
		}),
	);
	return lines.flat();
}

async function checkBrowsers(): Promise<boolean> {
	await buildIfStale(["web", "reference"]);
	const extension = await mkdtemp(join(tmpdir(), "extension-"));
	try {
		await buildExtension({ server: "http://localhost:8787", output: extension });
		const lines = [
			...(await checkFolder(layout.webOutput, SITE_BROWSERS)),
			...(await checkFolder(extension, EXTENSION_BROWSERS)),
		];
		for (const line of lines) console.error(line);
		return lines.length === 0;
	} finally {
		await rm(extension, { recursive: true });
	}
}

if (isMain(import.meta.url)) process.exitCode = (await checkBrowsers()) ? 0 : 1;
