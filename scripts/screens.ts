import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SCREENS } from "#tests/support/fixtures/screens.ts";
import { startBrowser } from "#tests/support/world/browser.ts";
import { type Look, openScreen } from "#tests/support/world/open-screen.ts";
import { shareScreenWorld } from "#tests/support/world/screen-world.ts";
import { buildIfStale } from "./build.ts";
import { layout } from "./layout.ts";

/**
 * Takes screenshots. `npm run screens -- [folder] [part of a name]` captures every screen at
 * every width in both themes: dialogs and menus in the viewport, pages at full height. `npm run
 * pictures` captures the README's pictures, each in the size of the window.
 */

type Picture = { file: string; screen: string; look: Look; whole?: boolean };

const DESKTOP = { width: 1280, height: 800 };
const README_PICTURES: Picture[] = [
	{ file: "report", screen: "results", look: { ...DESKTOP, theme: "light" } },
	{
		file: "report-phone",
		screen: "results",
		look: { width: 390, height: 800, theme: "dark" },
	},
	{
		file: "analysis",
		screen: "dialog-analysis",
		look: { ...DESKTOP, height: 860, theme: "light" },
	},
	{ file: "home", screen: "home", look: { ...DESKTOP, theme: "light" } },
];

const SIZES = [
	{ width: 360, height: 740 },
	{ width: 768, height: 1024 },
	{ width: 1280, height: 900 },
];
const THEMES = ["light", "dark"] as const;

function everyScreen(part: string): Picture[] {
	return SCREENS.filter(({ name }) => name.includes(part)).flatMap(
		({ name, layer }) =>
			SIZES.flatMap((size) =>
				THEMES.map((theme) => ({
					file: `${name}-${size.width}-${theme}`,
					screen: name,
					look: { ...size, theme },
					whole: layer === undefined,
				})),
			),
	);
}

const README = "--readme";
const given = process.argv.slice(2);
const for_readme = given.includes(README);
const [folder = join(layout.dist, "screens"), part = ""] = for_readme
	? [join(layout.root, "docs")]
	: given;
const pictures = for_readme ? README_PICTURES : everyScreen(part);

await buildIfStale();
await mkdir(folder, { recursive: true });
const [browser, world] = await Promise.all([
	startBrowser({ whole: true }),
	shareScreenWorld(),
]);
let missed = 0;
for (const { file, screen: name, look, whole } of pictures)
	try {
		const screen = SCREENS.find((known) => known.name === name);
		if (screen === undefined) throw new Error(`No screen is named ${name}`);
		const { page, context } = await openScreen(browser, world, screen, look);
		await page.screenshot({
			path: join(folder, `${file}.png`),
			fullPage: whole ?? false,
		});
		await context.close();
	} catch (error) {
		missed++;
		console.error(`${file}: ${error}`);
	}
await browser.close();
console.log(
	`Took ${pictures.length - missed} pictures into ${resolve(folder)}.`,
);
process.exit(missed > 0 ? 1 : 0);
