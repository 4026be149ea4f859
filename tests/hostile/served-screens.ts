import { JSDOM } from "jsdom";
import type { Statement } from "#contract/statement.ts";
import { EMBED_SCRIPT } from "#features/sharing/embed.ts";
import { builtScripts } from "./app-elements.ts";
import type { HostileWorld } from "./hostile-world.ts";
import { knownAddresses } from "./known-addresses.ts";
import { leaksIn } from "./leaks.ts";
import { elementsOf, wrongInMarkup } from "./markup-findings.ts";
import type { AnalysedVideo } from "./through-videos.ts";

/** A document that the server renders for one video or for all. */
export type Served = {
	screen: string;
	path: string;
	/** The sources it lists; none if absent. */
	sources?: readonly string[];
};

export function screensOf(id: string, statements: readonly Statement[]): Served[] {
	const [statement] = statements;
	const sources = statements.flatMap((it) => it.sources);
	return [
		{ screen: "results page", path: `/results/${id}`, sources },
		...(statement
			? [{ screen: "statement page", path: `/results/${id}/statements/${statement.id}`, sources }]
			: []),
		{ screen: "embed", path: `/embed/${id}` },
		{ screen: "badge", path: `/badge/${id}.svg` },
		{ screen: "picture", path: `/og/${id}.png` },
	];
}

export const SITE_SCREENS: Served[] = [
	{ screen: "home", path: "/" },
	{ screen: "archive", path: "/results" },
	{ screen: "feed", path: "/feed.xml" },
	{ screen: "sitemap", path: "/sitemap.xml" },
];

export type Looker = {
	/** Checks a document that contains these videos' texts. */
	look: (served: Served, videos: readonly AnalysedVideo[]) => Promise<void>;
};

export type Reader = Looker & {
	/** Records the elements of a plain document as allowed. */
	learn: (served: Served) => Promise<void>;
};

/** Reads the server's documents as a browser without scripts or a feed reader would. */
export function servedReader(hostile: HostileWorld): Reader {
	const { url } = hostile.product;
	const plain = new Map<string, Set<string>>();
	const built = builtScripts().add(EMBED_SCRIPT);

	async function read({ path }: Served) {
		const response = await fetch(url + path, { redirect: "manual" });
		const type = response.headers.get("content-type") ?? "";
		const text = type.startsWith("image/png") ? "" : await response.text();
		const xml = /xml/.test(type) && !type.startsWith("text/html");
		const marked = xml || type.startsWith("text/html");
		const dom = marked
			? new JSDOM(text, { contentType: xml ? "application/xml" : "text/html" })
			: null;
		const elements = dom ? elementsOf(dom.window.document, built) : [];
		return { status: response.status, text, elements };
	}

	return {
		async learn(served) {
			const { elements } = await read(served);
			const known = plain.get(served.screen) ?? new Set();
			for (const [name] of elements) known.add(name);
			plain.set(served.screen, known);
		},
		async look(served, videos) {
			const found = hostile.findings.looked(videos, `server's ${served.screen}`);
			try {
				const { status, text, elements } = await read(served);
				if (status >= 400) found(`${status} ${text.slice(0, 200)}`);
				const known = plain.get(served.screen) ?? new Set();
				const addresses = knownAddresses(videos, served.sources ?? [], hostile.source.origin);
				for (const wrong of wrongInMarkup(elements, known, url, addresses)) found(wrong);
				const sent = videos.flatMap((video) => video.texts);
				for (const leak of leaksIn(text, hostile.secrets, sent)) found(leak);
			} catch (thrown) {
				found(`cannot be read: ${String(thrown)}`);
			}
		},
	};
}
