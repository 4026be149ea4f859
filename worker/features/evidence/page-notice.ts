import { gravestNotice, type PageNotice } from "#contract/verdicts.ts";
import { isSubdomainOf } from "#outbound/addresses.ts";
import { originalAddress } from "#text/archived-address.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { HtmlPage } from "./read-html.ts";
import { retractionSign } from "./retraction-signs.ts";

/** What a page and its address say of the page as a whole, beside its text. */

type Noticed = Pick<HtmlPage, "title" | "headings" | "meta" | "linked_data">;

/** The gravest that is known; null if nothing is. `doi` is that of the paper that the page is. */
export function noticeOf(
	url: string,
	page: Noticed | null,
	doi: string | undefined,
): PageNotice | null {
	const address = parseUrl(originalAddress(url));
	const place = address ? `${address.hostname}${address.pathname}` : "";
	const is_paper = doi !== undefined || (page !== null && isScholarly(page));
	return gravestNotice([
		isOnSite(place, SATIRE) ? "satire" : null,
		isOnSite(place, PREPRINTS) ? "preprint" : null,
		...(page ? declaredNotices(page) : []),
		// A report about a retraction, whose headline may begin in the same way, is no paper.
		...(page && is_paper ? titlesOf(page).map(retractionSign) : []),
	]);
}

const SCHOLARLY = ["ScholarlyArticle", "MedicalScholarlyArticle", "Thesis"];

function isScholarly({ linked_data }: Noticed): boolean {
	return SCHOLARLY.some((type) => linked_data.page_types.has(type));
}

/** The first heading may be the journal's name. */
function titlesOf({ title, headings, meta }: Noticed): string[] {
	const first = headings.filter(({ level }, at) => at === 0 || level === 1);
	const declared = meta.get("citation_title") ?? "";
	return [title, declared, ...first.map(({ text }) => text)].filter((text) => text !== "");
}

function declaredNotices({ title, meta, linked_data }: Noticed): (PageNotice | null)[] {
	const { page_types, labels } = linked_data;
	const all = [...labels, meta.get("article:section") ?? ""].map((it) => it.trim().toLowerCase());
	return [
		page_types.has("SatiricalArticle") || all.some((it) => SATIRE_LABELS.has(it)) ? "satire" : null,
		page_types.has("AdvertiserContentArticle") ||
		all.some((it) => ADVERTISING_LABELS.has(it)) ||
		ADVERTISING_TITLE.test(title)
			? "advertising"
			: null,
	];
}

const lines = (list: string) =>
	list
		.trim()
		.split("\n")
		.map((line) => line.trim());

/** The name of a section or genre, in the languages of the larger newspapers. */
const SATIRE_LABELS: ReadonlySet<string> = new Set(
	lines(`
		satire
		satira
		sátira
		satiră
		szatíra
		satiir
		satyra
		сатира
		хумор и сатира
		σάτιρα
		hiciv
		سخرية
		طنز
		סאטירה
		व्यंग्य
		諷刺
		讽刺
		풍자
	`),
);

/** The name of a section or genre that was paid for. */
const ADVERTISING_LABELS: ReadonlySet<string> = new Set(
	lines(`
		sponsored
		sponsored content
		sponsored post
		paid content
		paid post
		partner content
		branded content
		brand content
		advertorial
		advertisement
		anzeige
		werbung
		gesponsert
		gesponserter inhalt
		contenu sponsorisé
		publi-rédactionnel
		publireportage
		contenido patrocinado
		publirreportaje
		conteúdo patrocinado
		contenuto sponsorizzato
		publiredazionale
		gesponsord
		gesponsorde inhoud
		annonsinnehåll
		annonsørinnhold
		annoncørbetalt indhold
		kaupallinen yhteistyö
		artykuł sponsorowany
		komerční sdělení
		szponzorált tartalom
		conținut sponsorizat
		на правах рекламы
		партнёрский материал
		sponsorlu içerik
		محتوى مدعوم
		תוכן שיווקי
		赞助内容
		贊助內容
		広告記事
		협찬
	`),
);
/** Words that a headline about something else does not begin with. */
const ADVERTISING_TITLE =
	/^[[(]?(?:sponsored(?: content| post)?|advertorial|paid (?:post|content)|publi-?r[ée]portage|publirreportaje|publiredazionale)\s?[\])|:]/i;

/**
 * Sites that publish invented news under no other name, from Wikipedia's list of satirical news
 * websites: no rule tells them from others by their pages.
 */
const SATIRE = lines(`
	actualidadpanamericana.com
	adobochronicles.com
	aszdziennik.pl
	babylonbee.com
	betootaadvocate.com
	burrardstreetjournal.com
	clickhole.com
	der-postillon.com
	dietagespresse.com
	duffelblog.com
	eine-zeitung.net
	elmundotoday.com
	fakingnews.com
	hard-drive.net
	hircsarda.hu
	legorafi.fr
	lercio.it
	newsbiscuit.com
	newsthump.com
	newyorker.com/humor/borowitz-report
	njuz.net
	nordpresse.be
	panorama.pub
	reductress.com
	rokokoposten.dk
	sensacionalista.com.br
	speld.nl
	theonion.com
	thebeaverton.com
	thecivilian.co.nz
	thedailymash.co.uk
	theshovel.com.au
	thespoof.com
	theunrealtimes.com
	timesnewroman.ro
	waterfordwhispersnews.com
	worldnewsdailyreport.com
	zaytung.com
`);

/** Servers of papers that nobody has reviewed yet. */
const PREPRINTS = lines(`
	arxiv.org
	biorxiv.org
	chemrxiv.org
	medrxiv.org
	osf.io/preprints
	papers.ssrn.com
	preprints.org
	preprints.scielo.org
	psyarxiv.com
	researchsquare.com
	techrxiv.org
`);

/** Whether a place is on one of the sites, or below its path. */
function isOnSite(place: string, sites: readonly string[]): boolean {
	const [host = ""] = place.split("/");
	return sites.some((site) => {
		const [of_host = "", ...path] = site.split("/");
		if (!isSubdomainOf(host.replace(/\.$/, ""), [of_host])) return false;
		return path.length === 0 || `${place.slice(host.length)}/`.startsWith(`/${path.join("/")}/`);
	});
}
