import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildIfStale } from "#scripts/build.ts";
import { readCommandLine, refuse } from "#scripts/command-line.ts";
import { layout } from "#scripts/layout.ts";
import { firstScreens } from "#tests/support/fixtures/first-screens.ts";
import { SCREENS } from "#tests/support/fixtures/screens.ts";
import {
	appRuns,
	fontsCame,
	standInForThumbnails,
	startBrowser,
} from "#tests/support/world/browser.ts";
import { type Look, openScreen } from "#tests/support/world/open-screen.ts";
import { shareProduct } from "#tests/support/world/product.ts";
import { shareScreenWorld } from "#tests/support/world/screen-world.ts";
import { published } from "#tests/support/world/signed-in.ts";
import { paths } from "#web/paths.ts";
import { openExtension, SHOTS } from "./extension-pictures.ts";

/** Takes pictures of the screens. */

const USAGE = `npm run screens -- [FOLDER] [PART]
npm run screens -- --first [FOLDER]
npm run pictures
  FOLDER  gets the pictures; without it, dist/screens
  PART    only the screens with this in their name
"screens" takes every screen, and the extension on a watch page, at every width in both themes: dialogs and menus in the viewport,
pages at full height. "--first" takes the first screens of reports of every kind. "pictures" takes those of the README, each in the size of its window.`;

type Picture = {
	file: string;
	screen: string;
	look: Look;
	whole?: boolean;
	/** The page before anything of it is opened. */
	unopened?: boolean;
};

const DESKTOP = { width: 1280, height: 800 };
const README_PICTURES: Picture[] = [
	{ file: "home", screen: "home", look: { ...DESKTOP, theme: "light" } },
	{
		file: "report",
		screen: "results-checked",
		look: { ...DESKTOP, theme: "light" },
		unopened: true,
	},
	{
		file: "report-phone",
		screen: "results-checked",
		look: { width: 390, height: 800, theme: "dark" },
		unopened: true,
	},
	{
		file: "analysis",
		screen: "dialog-analysis",
		look: { ...DESKTOP, height: 860, theme: "light" },
	},
];

const SIZES = [
	{ width: 360, height: 740 },
	{ width: 768, height: 1024 },
	{ width: 1280, height: 900 },
];
const THEMES = ["light", "dark"] as const;

const LOOKS: Look[] = SIZES.flatMap((size) => THEMES.map((theme) => ({ ...size, theme })));

function everyScreen(part: string): Picture[] {
	return SCREENS.filter(({ name }) => name.includes(part)).flatMap(({ name, layer }) =>
		LOOKS.map((look) => ({
			file: fileOf(name, look),
			screen: name,
			look,
			whole: layer === undefined,
		})),
	);
}

const fileOf = (name: string, { width, theme }: Look) => `${name}-${width}-${theme}`;

const FIRST_SCREENS = [
	{ width: 360, height: 740 },
	{ width: 1280, height: 800 },
];

/** The first screens of reports, without scrolling. */
async function takeFirstScreens(folder: string): Promise<number> {
	const [browser, product] = await Promise.all([startBrowser({ whole: true }), shareProduct()]);
	for (const { name, run } of firstScreens()) {
		const { video_id } = await published(product, run);
		for (const viewport of FIRST_SCREENS) {
			const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
			await standInForThumbnails(page);
			await page.goto(product.url + paths.results(video_id));
			await appRuns(page);
			await fontsCame(page);
			await page.screenshot({ path: join(folder, `${name}-${viewport.width}.png`) });
			await page.close();
		}
	}
	await browser.close();
	return 0;
}

/** Draws what is outside the view too, and what is sticky at the top of the page. */
function drawWhole(): void {
	for (const part of document.querySelectorAll<HTMLElement>("main *"))
		if (getComputedStyle(part).contentVisibility === "auto")
			part.style.contentVisibility = "visible";
	window.scrollTo({ top: 0, behavior: "instant" });
}

const { values, positionals } = readCommandLine(USAGE, {
	allowPositionals: true,
	options: {
		readme: { type: "boolean", default: false },
		first: { type: "boolean", default: false },
	},
});
if (positionals.length > (values.readme ? 0 : 2)) refuse(USAGE);
const [folder = join(layout.dist, "screens"), part = ""] = values.readme
	? [join(layout.root, "docs")]
	: positionals;
const pictures = values.readme ? README_PICTURES : everyScreen(part);

await buildIfStale();
await mkdir(folder, { recursive: true });
if (values.first) process.exit(await takeFirstScreens(folder));
const [browser, world] = await Promise.all([startBrowser({ whole: true }), shareScreenWorld()]);
let missed = 0;
for (const { file, screen: name, look, whole, unopened = false } of pictures)
	try {
		const screen = SCREENS.find((known) => known.name === name);
		if (screen === undefined) throw new Error(`No screen is named ${name}`);
		const { press: _, ...closed } = screen;
		const shown = unopened ? closed : screen;
		const { page, context } = await openScreen(browser, world, shown, look);
		if (whole) await page.evaluate(drawWhole);
		await page.screenshot({ path: join(folder, `${file}.png`), fullPage: whole ?? false });
		await context.close();
	} catch (error) {
		missed++;
		console.error(`${file}: ${error}`);
	}
await browser.close();
const shots = values.readme ? [] : SHOTS.filter((name) => name.includes(part));
const extension = shots.length === 0 ? null : await openExtension();
for (const shot of extension ? shots : [])
	for (const look of LOOKS)
		try {
			const page = await extension?.open(shot, look);
			await page?.screenshot({ path: join(folder, `${fileOf(shot, look)}.png`), fullPage: true });
			await page?.close();
		} catch (error) {
			missed++;
			console.error(`${fileOf(shot, look)}: ${error}`);
		}
await extension?.stop();
const taken = pictures.length + shots.length * LOOKS.length - missed;
console.log(`Took ${taken} pictures into ${resolve(folder)}.`);
process.exit(missed > 0 ? 1 : 0);
