import { JSDOM } from "jsdom";

/** A page as a reader without scripts, a crawler or the app finds it. */
export type ReadPage = {
	title: string;
	/** Of a meta element, by its name or property; null where there is none. */
	meta: (name: string) => string | null;
	/** Addresses of link elements of a kind. */
	links: (rel: string, type?: string) => string[];
	/** What stands on the page. */
	text: string;
	/** What came along for the app. */
	data: {
		answers: Record<string, unknown>;
		problems: Record<string, { status: number }>;
	};
	/** What it tells machines; null for nothing. */
	json_ld: unknown;
	document: Document;
};

export function readPage(html: string): ReadPage {
	const { document } = new JSDOM(html).window;
	const all = (selector: string) => [...document.querySelectorAll(selector)];
	const json = (selector: string) => {
		const [block] = all(selector);
		return block ? JSON.parse(block.textContent) : null;
	};
	return {
		title: document.title,
		meta: (name) => {
			const found = all(`meta[name="${name}"], meta[property="${name}"]`);
			if (found.length > 1) throw new Error(`${name} stands there twice`);
			return found[0]?.getAttribute("content") ?? null;
		},
		links: (rel, type) =>
			all(`link[rel="${rel}"]${type ? `[type="${type}"]` : ""}`).map(
				(link) => link.getAttribute("href") ?? "",
			),
		text: document.getElementById("root")?.textContent ?? "",
		data: json("#page-data"),
		json_ld: json('script[type="application/ld+json"]'),
		document,
	};
}
