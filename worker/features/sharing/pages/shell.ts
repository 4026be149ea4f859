import { createHash } from "node:crypto";
import { shortDigest } from "#http/caching.ts";
import type { Assets } from "#worker/bindings.ts";

/**
 * The parts of the built page, in order: up to the title's text, to the description, to
 * the inside of the app's element, to its end, to the note for browsers without scripts,
 * that note, and the rest.
 */
const PIECES = ["start", "title_end", "head_end", "root_end", "between", "note", "end"] as const;

type Pieces = Record<(typeof PIECES)[number], string>;

/** The built page in parts, between which a page's own content goes. */
export type Shell = Pieces & {
	/** Changes with every build of the app. */
	build: string;
	inline: InlineHashes;
};

/** What the built page contains of scripts and styles, as the content security policy names it. */
export type InlineHashes = { scripts: string[]; styles: string[] };

/** A text that the built page does not contain. */
const PLACE = "<!--place-->";
const AS_HTML = { html: true };

/** Assets and worker are deployed together, so the shell does not change while this code runs. */
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
	return {
		...(await takeApart(html)),
		build: await shortDigest(html),
		inline: {
			scripts: hashInline(html, /<script>(.*?)<\/script>/gs),
			styles: hashInline(html, /<style>(.*?)<\/style>/gs),
		},
	};
}

function hashInline(html: string, element: RegExp): string[] {
	return [...html.matchAll(element)].map(([, content = ""]) => {
		const hash = createHash("sha256").update(content).digest("base64");
		return `'sha256-${hash}'`;
	});
}

/** Parsed once; composing a page then only joins strings. */
async function takeApart(html: string): Promise<Pieces> {
	const marked = await new HTMLRewriter()
		.on("title", { element: (title) => void title.setInnerContent(PLACE, AS_HTML) })
		.on('meta[name="description"]', {
			element: (description) => void description.replace(PLACE, AS_HTML),
		})
		.on("#root", {
			element: (root) => void root.setInnerContent(PLACE, AS_HTML).after(PLACE, AS_HTML),
		})
		.on("noscript", { element: (note) => void note.before(PLACE, AS_HTML).after(PLACE, AS_HTML) })
		.transform(new Response(html))
		.text();
	const pieces = marked.split(PLACE);
	if (pieces.length !== PIECES.length)
		throw new Error("The app's shell has not the places of a page.");
	return Object.fromEntries(PIECES.map((name, at) => [name, pieces[at]])) as Pieces;
}
