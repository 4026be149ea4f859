import "./patient-wait.ts";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SCREENS } from "#tests/support/fixtures/screens.ts";
import { startBrowser } from "#tests/support/world/browser.ts";
import { openScreen } from "#tests/support/world/open-screen.ts";
import { startScreenWorld } from "#tests/support/world/screen-world.ts";
import { buildIfStale } from "./build-if-stale.ts";
import { layout } from "./layout.ts";

/**
 * Takes a picture of every screen, at every width, in both themes:
 * `npm run screens -- [folder] [part of the names]`. What a press opens is taken as it is first
 * seen; all else from its top to its end.
 */

const SIZES = [
	{ width: 360, height: 740 },
	{ width: 768, height: 1024 },
	{ width: 1280, height: 900 },
];
const THEMES = ["light", "dark"] as const;

const [folder = join(layout.dist, "screens"), part = ""] =
	process.argv.slice(2);
const wanted = SCREENS.filter(({ name }) => name.includes(part));

await buildIfStale();
await mkdir(folder, { recursive: true });
const [browser, world] = await Promise.all([
	startBrowser(),
	startScreenWorld(),
]);
let taken = 0;
let missed = 0;
for (const screen of wanted)
	for (const size of SIZES)
		for (const theme of THEMES) {
			const name = `${screen.name}-${size.width}-${theme}.png`;
			try {
				const opened = await openScreen(browser, world, screen, {
					...size,
					theme,
				});
				await opened.page.screenshot({
					path: join(folder, name),
					fullPage: screen.layer === undefined,
				});
				await opened.context.close();
				taken++;
			} catch (error) {
				missed++;
				console.error(`${name}: ${error}`);
			}
		}
await browser.close();
await world.stop();
console.log(`Took ${taken} pictures into ${resolve(folder)}.`);
process.exit(missed > 0 ? 1 : 0);
