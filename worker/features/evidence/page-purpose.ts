import { decoded } from "#contract/addresses.ts";
import type { PagePurpose } from "#contract/verdicts.ts";
import { parseUrl } from "#text/parse-url.ts";

/**
 * Pages that say nothing of their own: front pages, search results, lists, profiles of users and
 * log-in pages. What they show changes from day to day, and is a teaser of another page.
 */

const words = (list: string) => new Set(list.split(" "));
const SEARCH = words("search suche buscar busqueda busca zoeken sok szukaj");
/** Research as well as a search, by language. */
const RESEARCH = words("recherche pesquisa cerca ricerca haku");
const SEARCH_PARAMETERS = ["s", "q", "query", "search", "text", "keyword", "keywords", "term"];
const LISTS = words(
	"tag tags category categories kategorie kategorien schlagwort stichwort etiquetas categorie mot-cle",
);
/** Also names of things: a label of quality or of food, a category of protection. */
const LISTS_OR_THINGS = words("label etiqueta categoria");
const PROFILES = words("user users u profile profiles profil author authors autor auteur autore");
const LOG_IN = words(
	"login log-in log_in signin sign-in sign_in logon sign_up signup sign-up anmelden connexion wp-login oauth sso",
);
/** What stands before the name of a log-in page, beside languages. */
const ACCOUNTS = words(
	"account accounts auth customer identity konto compte cuenta member members my oauth session sessions user users",
);
/** Sections whose pages are named after what they are about, whatever its name. */
const ABOUT = words(
	"wiki topic topics term terms glossary glossar glossaire glosario lexikon encyclopedia dictionary definition definitions entry",
);
const LOG_IN_HOST = /^(?:login|accounts?|auth|signin|sso)\./;
/** On these sites, a path of one name is a user's page. */
const USER_HOSTS =
	/^(?:(?:www|m|mobile)\.)?(?:x|twitter|instagram|facebook|threads|tiktok)\.(?:com|net)$/;
/** Wikis name the kind of a page before a colon. */
const WIKI_LIST =
	/^(?:category|kategorie|catégorie|categoría|categoria|special|spezial|spécial|especial):/i;
const WIKI_USER = /^(?:user|benutzer|benutzerin|utilisateur|usuario|utente)(?:[ _]talk)?:/i;
const FRONT = /^(?:index|home|default)$/;
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2})?$/;

/** The purpose of a page by its address; null if it may be about something. */
export function purposeOfAddress(url: string): PagePurpose | null {
	const parsed = parseUrl(url);
	if (!parsed) return null;
	const names = namesIn(parsed.pathname);
	if (LOG_IN_HOST.test(parsed.hostname)) return "log_in_page";
	if (ABOUT.has(names.at(-2) ?? "")) return purposeInWiki(names.at(-1) ?? "");
	if (isLogIn(names)) return "log_in_page";
	if (isSearch(parsed, names)) return "search_page";
	if (isProfile(parsed, names)) return "profile_page";
	if (isList(names)) return "list_page";
	return isFront(parsed, names) ? "front_page" : null;
}

/** The parts of a path in lower case, without the ending of a file and the number of a list's page. */
function namesIn(path: string): string[] {
	return path
		.replace(/\/page\/\d{1,4}\/?$/, "")
		.split("/")
		.filter(Boolean)
		.map((part) =>
			decoded(part)
				.toLowerCase()
				.replace(/\.\w{2,5}$/, ""),
		);
}

/** A wiki names the kind of a page before a colon; without one, it is an article. */
function purposeInWiki(name: string): PagePurpose | null {
	if (WIKI_USER.test(name)) return "profile_page";
	return WIKI_LIST.test(name) ? "list_page" : null;
}

/** An article about logging in has a section before its name. */
function isLogIn(names: readonly string[]): boolean {
	const before = names.slice(0, -1);
	return (
		LOG_IN.has(names.at(-1) ?? "") && before.every((it) => LANGUAGE.test(it) || ACCOUNTS.has(it))
	);
}

function isProfile({ hostname }: URL, names: readonly string[]): boolean {
	const [first = ""] = names;
	if (names.length === 1 && (first.startsWith("@") || USER_HOSTS.test(hostname))) return true;
	return PROFILES.has(names.at(-2) ?? "") || WIKI_USER.test(names.at(-1) ?? "");
}

function isList(names: readonly string[]): boolean {
	const last = names.at(-1) ?? "";
	const before = names.at(-2) ?? "";
	if (LISTS.has(before) || LISTS.has(last) || WIKI_LIST.test(last)) return true;
	// At the root or below a search, such a name has a list below it.
	const above = names.at(-3);
	if (LISTS_OR_THINGS.has(before) && (above === undefined || SEARCH.has(above))) return true;
	// The archive of a month or a day.
	return /^(?:19|20)\d{2}(?:\/\d{1,2}){1,2}$/.test(names.join("/"));
}

function isFront(url: URL, names: readonly string[]): boolean {
	const of_site = names.filter((it) => !LANGUAGE.test(it));
	return of_site.every((it) => FRONT.test(it)) && of_site.length < 2 && hasNoQuery(url);
}

function isSearch({ searchParams }: URL, names: readonly string[]): boolean {
	const last = names.at(-1) ?? "";
	if (SEARCH.has(last) || SEARCH.has(names.at(-2) ?? "")) return true;
	const asks = names.length === 0 || FRONT.test(last) || RESEARCH.has(last);
	return asks && SEARCH_PARAMETERS.some((it) => searchParams.has(it));
}

/** Parameters that tell where a visitor comes from do not make another page. */
function hasNoQuery({ searchParams }: URL): boolean {
	return [...searchParams.keys()].every((it) =>
		/^(?:utm_\w{1,20}|ref|ref_?src|fbclid|gclid|lang|hl|source)$/i.test(it),
	);
}

const ARTICLE_TYPE =
	/(?:Article|Posting|Report|Review|Recipe|Thesis|Book|Dataset|FAQPage|QAPage|MedicalWebPage)$/;
const TYPES: [string, PagePurpose][] = [
	["SearchResultsPage", "search_page"],
	["ProfilePage", "profile_page"],
	["CollectionPage", "list_page"],
];

/** The purpose of a page by the types of its own nodes in JSON-LD and by `og:type`. */
export function purposeOfType(
	own_types: ReadonlySet<string>,
	og_type: string | null,
): PagePurpose | null {
	if (og_type === "article") return null;
	if (isArticle(own_types)) return null;
	const [, purpose = null] = TYPES.find(([type]) => own_types.has(type)) ?? [];
	return purpose ?? (og_type === "profile" ? "profile_page" : null);
}

/** Whether a page's own nodes declare an article. */
export function isArticle(own_types: ReadonlySet<string>): boolean {
	return [...own_types].some((it) => ARTICLE_TYPE.test(it));
}
