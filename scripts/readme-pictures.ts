import { fileURLToPath } from "node:url";
import "./patient-wait.ts";
import { join } from "node:path";
import { SCREENS } from "#tests/support/fixtures/screens.ts";
import { startBrowser } from "#tests/support/world/browser.ts";
import { type Look, openScreen } from "#tests/support/world/open-screen.ts";
import { startScreenWorld } from "#tests/support/world/screen-world.ts";
import { buildIfStale } from "./build-if-stale.ts";

/** Takes the pictures of the README anew, each as a window shows it: `npm run pictures`. */

const DOCS = fileURLToPath(new URL("../docs/", import.meta.url));
const DESKTOP = { width: 1280, height: 800 };

const PICTURES: { file: string; screen: string; look: Look }[] = [
	{
		file: "report.png",
		screen: "results",
		look: { ...DESKTOP, theme: "light" },
	},
	{
		file: "report-phone.png",
		screen: "results",
		look: { width: 390, height: 800, theme: "dark" },
	},
	{
		file: "analysis.png",
		screen: "dialog-analysis",
		look: { ...DESKTOP, height: 860, theme: "light" },
	},
	{ file: "home.png", screen: "home", look: { ...DESKTOP, theme: "light" } },
];

await buildIfStale();
const [browser, world] = await Promise.all([
	startBrowser(),
	startScreenWorld(),
]);
for (const { file, screen: name, look } of PICTURES) {
	const screen = SCREENS.find((known) => known.name === name);
	if (screen === undefined) throw new Error(`No screen is named ${name}`);
	const { page, context } = await openScreen(browser, world, screen, look);
	await page.screenshot({ path: join(DOCS, file) });
	await context.close();
}
await browser.close();
await world.stop();
console.log(`Took ${PICTURES.length} pictures into ${DOCS}.`);
process.exit(0);
