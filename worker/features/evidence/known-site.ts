import { splitWords } from "#features/statements/same-content.ts";
import { originalAddress } from "#text/archived-address.ts";
import { parseUrl } from "#text/parse-url.ts";
import { GUEST_SECTIONS, IN_PARTS, OWN_SECTIONS } from "./own-sections.ts";
import { purposeOfAddress } from "./page-purpose.ts";
import { KNOWN_SITES } from "./site-kind.ts";

/** An address as it is judged: decoded once, with its slashes merged. It is never fetched. */
type Judged = { hostname: string; path: string; query: string };

/**
 * Whether the address alone shows that a publisher answers for the page, whatever the page says of
 * itself: a section of its own, not of its guests.
 */
export function isAnsweredFor(url: string): boolean {
	const copied = originalAddress(url);
	const judged = judgedAddress(copied);
	if (judged === null || namesAnotherAddress(judged)) return false;
	// A copy in an archive may be of any moment, also of one in which a wiki was changed for it.
	if (articleAt(url) !== null) return true;
	if (isWikiHost(judged.hostname)) return false;
	const below = ownPath(judged);
	if (below === null || hasGuests(below, judged.query)) return false;
	return purposeOfAddress(copied) === null;
}

/** Of another port or with a name before "@", a host is not the one that is known. */
function judgedAddress(url: string): Judged | null {
	const parsed = parseUrl(url);
	if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
	if (parsed.username !== "" || parsed.password !== "" || parsed.port !== "") return null;
	const path = decodedOnce(parsed.pathname);
	const query = decodedOnce(parsed.search.replaceAll("+", " "));
	if (path === null || query === null) return null;
	const hostname = parsed.hostname.replace(/\.$/, "");
	return { hostname, path: path.replace(/\/{2,}/g, "/"), query };
}

/** Servers decode once or twice, and some take "\\" for "/"; what could mean either way is null. */
function decodedOnce(text: string): string | null {
	try {
		const decoded = decodeURIComponent(text);
		return /%[0-9a-f]{2}|[\\\p{Cc}]|(?:^|\/)\.{1,2}(?:\/|$)/iu.test(decoded) ? null : decoded;
	} catch {
		return null;
	}
}

/** The time of a copy before the name of a host, as archives have it. */
const TIME_AND_HOST = /\/\d{4,14}(?:[a-z]{2}_)?\/(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/|$)/i;
const ENDING = /\.(?:html?|php|aspx?|jsp|shtml|stm|ece)(?:\/|$)/i;

/** Archives, caches and translators show what stands at the address within theirs. */
function namesAnotherAddress({ path, query }: Judged): boolean {
	if (/https?:|www\./i.test(`${path}${query}`)) return true;
	return TIME_AND_HOST.test(path) && !ENDING.test(path);
}

/** Names for phones and of the newsroom, which have the same pages as the site. */
const SAME_SITE = /^(?:www\d?|m|mobile|amp|edition|news)\./;

/** The path below the section of the publisher's own that the address is in; null if in none. */
function ownPath({ hostname, path }: Judged): string | null {
	const host = hostname.replace(/^(?:www|m|mobile|amp)\./, "");
	const lower = path.toLowerCase();
	for (const { sections } of OWN_SECTIONS)
		for (const section of sections) {
			const [of_host = "", ...parts] = section.split("/");
			const start = parts.map((part) => `/${part}`).join("");
			// `www150` and the like are listed as they are.
			const is_host = of_host === host || of_host === hostname;
			if (is_host && lower.startsWith(`${start}/`)) return lower.slice(start.length);
		}
	const newsroom = hostname.replace(SAME_SITE, "");
	return NEWSROOMS.has(newsroom) && !IN_PARTS.has(newsroom) ? lower : null;
}

/** Sites of nothing but news or fact checks. */
const NEWSROOMS: ReadonlySet<string> = new Set(
	KNOWN_SITES.flatMap(([kind, names]) => (kind === "news" || kind === "fact_check" ? names : [])),
);

const GUESTS: ReadonlySet<string> = new Set(GUEST_SECTIONS.flatMap(({ words }) => words));
/** Documents in these forms are mostly other people's: their address does not say who wrote them. */
const DOCUMENT = /\.(?:pdf|docx?|xlsx?|pptx?|odt|rtf|txt|csv|zip|xml|json|jpe?g|png|gif|svg)$/i;
/** Longer parts of a path are the titles of articles. */
const MAX_SECTION_WORDS = 4;
/**
 * Words in a query that a page may show in its text. Numbers and short codes are names of pages; a
 * search page repeats its query, so it would seem to say what the author of its address wrote.
 */
const MAX_QUERY_WORDS = 4;

/** `path` is in lower case. */
function hasGuests(path: string, query: string): boolean {
	if (DOCUMENT.test(path) || countWords(query) > MAX_QUERY_WORDS) return true;
	const parts = path.split("/").filter(Boolean);
	if (parts.length === 0) return true;
	return parts.some((part, at) => {
		const name = part.replace(/\.\w{2,5}$/, "").replaceAll("_", "-");
		if (/^[~@]/.test(name) || GUESTS.has(name) || /^rr-\d+$/.test(name)) return true;
		// The last part is most often the title of an article.
		const words = at === parts.length - 1 ? [] : name.split(/[-.;,:+ ]+/);
		return words.length <= MAX_SECTION_WORDS && words.some((word) => GUESTS.has(word));
	});
}

/** Of words with letters: numbers say nothing by themselves. */
function countWords(query: string): number {
	const words = splitWords(query.replace(/[_=&-]/g, " "));
	return words.filter((word) => /\p{L}/u.test(word)).length;
}

/** An article of Wikipedia. */
export type Article = { language: string; title: string };

const WIKI_HOST = /^([a-z]{2,12}(?:-[a-z]{2,12}){0,3})(?:\.m)?\.wikipedia\.org$/;
/** Those whose names are neither a language's code nor made of several. */
const OTHER_LANGUAGES = new Set(["simple", "tokipona"]);
/** The portal, and a wiki for an anniversary, which is no encyclopedia. */
const NO_LANGUAGES = new Set(["ten", "www"]);

function isWikiHost(hostname: string): boolean {
	return /(?:^|\.)wikipedia\.org$/.test(hostname);
}

/**
 * The article at an address of Wikipedia, as `/wiki/Title` or in a variant of the language, as
 * `/zh-hans/Title`; null for any other address. On a wiki anyone writes: drafts, pages of users,
 * and revisions that are undone at once. `Wikipedia:`, `User:` and their names in each language
 * stand before a colon and no space; which those of a wiki are, the wiki says when it is asked.
 */
export function articleAt(url: string): Article | null {
	const judged = judgedAddress(url);
	const language = judged && WIKI_HOST.exec(judged.hostname)?.[1];
	if (!judged || !language || judged.query !== "" || NO_LANGUAGES.has(language)) return null;
	if (language.length > 3 && !language.includes("-") && !OTHER_LANGUAGES.has(language)) return null;
	const [, section = "", title = ""] = /^\/([^/]+)\/(.+)$/s.exec(judged.path) ?? [];
	const [primary = ""] = language.split("-");
	const is_variant = section === primary || section.startsWith(`${primary}-`);
	if (section !== "wiki" && !is_variant) return null;
	const plain = title.replaceAll("_", " ").trim();
	const colon = plain.indexOf(":");
	const has_prefix = /\p{L}/u.test(plain.slice(0, Math.max(0, colon))) && plain[colon + 1] !== " ";
	if (plain === "" || colon === 0 || has_prefix) return null;
	return isNamespace(plain) ? null : { language, title: plain };
}

/** Those that each wiki knows, beside its own in its language. */
const NAMESPACES =
	/^(?:media|special|talk|user|project|wikipedia|wp|file|image|mediawiki|template|help|category|portal|draft|module|timedtext|book|topic)(?: talk)? ?:/i;

function isNamespace(title: string): boolean {
	return NAMESPACES.test(title);
}
