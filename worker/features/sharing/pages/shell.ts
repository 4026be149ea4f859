import { shortDigest } from "#http/caching.ts";
import type { Assets } from "#worker/bindings.ts";

/**
 * What the built page is taken apart into, in its order: up to the title's text,
 * to the description, to the inside of the app's place, to right after that
 * place, to the note for those without scripts, that note, and the rest.
 */
const PIECES = [
	...(["start", "title_end", "head_end", "root_end"] as const),
	...(["between", "note", "end"] as const),
] as const;

type Pieces = Record<(typeof PIECES)[number], string>;

/** The page that every address starts from, in pieces that a page's own go between. */
export type Shell = Pieces & {
	/** Changes with every build of the app. */
	build: string;
};

/** Stands nowhere in the page as it is built. */
const PLACE = "<!--place-->";
const AS_HTML = { html: true };

/** Assets and worker are one deployment, so the shell stays what it is while this code runs. */
let read: Promise<Shell> | null = null;

export function readShell(assets: Assets, url: string): Promise<Shell> {
	read ??= fetchShell(assets, url).catch((error: unknown) => {
		read = null;
		throw error;
	});
	return read;
}

async function fetchShell(assets: Assets, url: string): Promise<Shell> {
	const answer = await assets.fetch(new URL("/", url).href);
	if (!answer.ok) throw new Error(`The app's shell answered ${answer.status}.`);
	const html = await answer.text();
	return { ...(await takeApart(html)), build: await shortDigest(html) };
}

/** Parsed once: after that a page is its pieces, one after the other. */
async function takeApart(html: string): Promise<Pieces> {
	const marked = await new HTMLRewriter()
		.on("title", {
			element: (title) => void title.setInnerContent(PLACE, AS_HTML),
		})
		.on('meta[name="description"]', {
			element: (description) => void description.replace(PLACE, AS_HTML),
		})
		.on("#root", {
			element: (root) =>
				void root.setInnerContent(PLACE, AS_HTML).after(PLACE, AS_HTML),
		})
		.on("noscript", {
			element: (note) => void note.before(PLACE, AS_HTML).after(PLACE, AS_HTML),
		})
		.transform(new Response(html))
		.text();
	const pieces = marked.split(PLACE);
	if (pieces.length !== PIECES.length)
		throw new Error("The app's shell has not the places of a page.");
	return Object.fromEntries(
		PIECES.map((name, at) => [name, pieces[at]]),
	) as Pieces;
}
