import { decoded } from "#contract/addresses.ts";
import type { PagePurpose } from "#contract/verdicts.ts";
import { parseUrl } from "#text/parse-url.ts";

/**
 * Pages that say nothing of their own: front pages, search results, lists, profiles of users and
 * log-in pages. What they show changes from day to day, and is a teaser of another page.
 */

const words = (list: string) => new Set(list.split(" "));
const SEARCH = words(
	"search suche recherche buscar busqueda busca pesquisa cerca ricerca zoeken sok haku szukaj",
);
const SEARCH_PARAMETERS = ["s", "q", "query", "search"];
const LISTS = words(
	"tag tags label category categories kategorie kategorien schlagwort stichwort etiqueta etiquetas categoria categorie mot-cle",
);
const PROFILES = words("user users u profile profiles profil author authors autor auteur autore");
const LOG_IN = words(
	"login log-in log_in signin sign-in sign_in logon sign_up signup sign-up anmelden connexion wp-login oauth sso",
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
	if (LOG_IN_HOST.test(parsed.hostname) || LOG_IN.has(names.at(-1) ?? "")) return "log_in_page";
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

function isProfile({ hostname }: URL, names: readonly string[]): boolean {
	const [first = ""] = names;
	if (names.length === 1 && (first.startsWith("@") || USER_HOSTS.test(hostname))) return true;
	return PROFILES.has(names.at(-2) ?? "") || WIKI_USER.test(names.at(-1) ?? "");
}

function isList(names: readonly string[]): boolean {
	const last = names.at(-1) ?? "";
	if (LISTS.has(names.at(-2) ?? "") || LISTS.has(last) || WIKI_LIST.test(last)) return true;
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
	const at_root = names.length === 0 || FRONT.test(last);
	return at_root && SEARCH_PARAMETERS.some((it) => searchParams.has(it));
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
	if ([...own_types].some((it) => ARTICLE_TYPE.test(it))) return null;
	const [, purpose = null] = TYPES.find(([type]) => own_types.has(type)) ?? [];
	return purpose ?? (og_type === "profile" ? "profile_page" : null);
}
