import { existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** To be given to playwright's `chromium.launch`. */
export type ChromiumLaunch = { executablePath: string; args: string[] };

const names = [
	"chromium",
	"chromium-browser",
	"google-chrome",
	"google-chrome-stable",
];
const on_macos = [
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/** A container's root may not make the sandbox's namespaces; the pages are our own. */
const no_sandbox = "--no-sandbox";

export function systemChromium(): string | undefined {
	const folders = (process.env.PATH ?? "").split(delimiter);
	const paths = folders.flatMap((folder) =>
		names.map((name) => join(folder, name)),
	);
	return [...paths, ...on_macos].find((path) => existsSync(path));
}

/** Whether the system has the library that Chromium needs and a bare system often lacks. */
function hasNss(): boolean {
	const folders = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"].filter(
		existsSync,
	);
	const nested = folders.flatMap((folder) =>
		readdirSync(folder, { withFileTypes: true })
			.filter((entry) => entry.isDirectory() && entry.name.includes("linux"))
			.map((entry) => join(folder, entry.name)),
	);
	return [...folders, ...nested].some((folder) =>
		existsSync(join(folder, "libnss3.so")),
	);
}

/**
 * The browser that npm carries, unpacked into the system's temporary folder. It unpacks its own
 * NSS only when it takes the host for a bare one, and never beside an earlier unpacking.
 */
export async function packagedChromium(): Promise<string> {
	const unpacked = join(tmpdir(), "chromium");
	if (!hasNss()) {
		process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
		const own_nss = join(tmpdir(), "al2023", "lib", "libnss3.so");
		if (!existsSync(own_nss)) rmSync(unpacked, { force: true });
	}
	// Outside /tmp its fonts' configuration is not found, and text is invisible.
	if (tmpdir() !== "/tmp" && existsSync("/etc/fonts"))
		process.env.FONTCONFIG_PATH ??= "/etc/fonts";
	const { default: chromium } = await import("@sparticuz/chromium");
	return chromium.executablePath();
}

/**
 * A Chromium for the browser tests: CHROME_PATH, else the system's, else the one from npm.
 * Throws, naming what was tried: browser tests are never left out silently.
 */
export async function findChromium(): Promise<ChromiumLaunch> {
	const given = process.env.CHROME_PATH;
	if (given && !existsSync(given))
		throw new Error(`CHROME_PATH is ${given}, and there is no such file.`);
	const own = given ?? systemChromium();
	if (own) return { executablePath: own, args: [no_sandbox] };
	if (process.platform !== "linux" || process.arch !== "x64")
		throw new Error(
			"No Chromium found. Install one, or set CHROME_PATH to its program.",
		);
	return {
		executablePath: await packagedChromium(),
		args: [no_sandbox, "--headless=shell"],
	};
}
