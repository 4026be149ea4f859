import { getPublicSuffix } from "tldts";
import type { PageKind } from "#contract/verdicts.ts";
import { isSubdomainOf } from "#outbound/addresses.ts";
import { originalAddress } from "#text/archived-address.ts";
import { parseUrl } from "#text/parse-url.ts";
import { hasFactCheckWord } from "./fact-check-words.ts";
import { isOpenHost } from "./open-hosts.ts";

/** `state.ca.us`, `co.kent.mi.us`, `fed.us`: delegated to the authorities of the place. */
const LOCALITY_NAME =
	/(?:^|\.)(?:(?:fed|nsn)\.us|state\.[a-z]{2}\.us|(?:borough|ci|city|co|county|town|township|vil|village)\.[\w-]+\.[a-z]{2}\.us)$/;
/**
 * Public suffixes, which a registry gives to public bodies only, as in `.gov.uk`, `.gouv.fr` and
 * `.govt.nz`. Under another suffix anyone may own such a name: `ac.eu` is a name like any other.
 */
const GOVERNMENT_SUFFIX =
	/^(?:gov|mil|(?:gc|go|gob|gouv|gov|govt|gub|gv|mil|nhs|parliament|police)\.[a-z]{2})$/;
/** `.edu`, `.edu.au`, `.ac.uk`: registered to universities and schools only. */
const ACADEMIC_SUFFIX = /^(?:edu|(?:edu|ac)\.[a-z]{2})$/;
/** Suffixes of this form that anyone can register names under; `go.it` is a province's. */
const OPEN_SUFFIXES = ["ac.nz", "edu.pl", "go.it"];

/**
 * The kind of a page by who may hold its host name: a known site, or a suffix that is registered to
 * certain bodies only; "social" where anyone can publish. A label, which gives no page the power to
 * move a verdict (`known-site.ts`). null for any other name. A copy in a web archive has the kind of
 * the archived site.
 */
export function siteKind(url: string): PageKind | null {
	const address = parseUrl(originalAddress(url));
	const hostname = address?.hostname.replace(/\.$/, "") ?? "";
	if (isOpenHost(hostname)) return "social";
	const known = KNOWN_SITES.find(([, names]) => isSubdomainOf(hostname, names))?.[0];
	// Newspapers and agencies publish their fact checks in a section of their own.
	if (known === "news" && address && hasFactCheckWord(address)) return "fact_check";
	if (known) return known;
	const suffix = getPublicSuffix(hostname) ?? "";
	if (OPEN_SUFFIXES.includes(suffix)) return null;
	if (ACADEMIC_SUFFIX.test(suffix)) return "academic";
	return GOVERNMENT_SUFFIX.test(suffix) || LOCALITY_NAME.test(hostname) ? "government" : null;
}

const names = (list: string) => list.trim().split(/\s+/);

/**
 * Sites that many reports cite and whose kind no rule shows, with their subdomains. The first entry
 * that fits counts.
 */
export const KNOWN_SITES: readonly (readonly [PageKind, readonly string[]])[] = [
	["encyclopedia", names("britannica.com scholarpedia.org wikipedia.org")],
	[
		"reference",
		names(`
			dictionary.cambridge.org duden.de geonames.org merriam-webster.com oed.com ourworldindata.org
			wikidata.org wiktionary.org
		`),
	],
	[
		// Publishers of nothing but fact checks, most of them signatories of the code of principles
		// of the International Fact-Checking Network.
		"fact_check",
		names(`
			africacheck.org agencialupa.org altnews.in annielab.org aosfatos.org boliviaverifica.bo
			boomlive.in bufale.net butac.it cekfakta.com checkyourfact.com chequeado.com climatefeedback.org
			colombiacheck.com congocheck.net cotejo.info demagog.cz demagog.org.pl demagog.sk
			dfrac.org digiteye.in dogrulukpayi.com dubawa.org e-farsas.com ecuadorchequea.com
			ellinikahoaxes.gr euvsdisinfo.eu facta.news factcheck.afp.com factcheck.bg factcheck.ge
			factcheck.kz factcheck.org factcheckhub.com factchecklab.org factcheckni.org factcheckzw.org
			factcrescendo.com factly.in factnameh.com factscan.ca factual.ro factuel.afp.com faktabaari.fi
			faktisk.no faktograf.hr faktoje.al faktyoxla.info fatabyyano.net firstcheck.in fullfact.org
			ghanafact.com healthfeedback.org hoax-slayer.com hoax-slayer.net istinomer.rs istinomjer.ba kallkritikbyran.se
			leadstories.com logicallyfacts.com lupa.news mafindo.or.id maldita.es mimikama.at mimikama.org
			misbar.com mygopen.com mythdetector.com mythdetector.ge newschecker.in newsmeter.in newtral.es
			nieuwscheckers.nl pagellapolitica.it pesacheck.org poligrafo.sapo.pt politifact.com
			raskrikavanje.rs raskrinkavanje.ba raskrinkavanje.me razkrinkavanje.si science.feedback.org
			sciencefeedback.co snopes.com stopfake.org teyit.org tfc-taiwan.org.tw tjekdet.dk
			truthorfiction.com turnbackhoax.id verafiles.org verificat.cat verify-sy.com vishvasnews.com
			vistinomer.mk zimfact.org
		`),
	],
	[
		"academic",
		names(`
			academic.oup.com annualreviews.org arxiv.org biorxiv.org bmj.com cambridge.org cell.com
			cochranelibrary.com doi.org elifesciences.org europepmc.org frontiersin.org jamanetwork.com
			jstor.org mdpi.com medrxiv.org nature.com ncbi.nlm.nih.gov nejm.org plos.org pnas.org
			psycnet.apa.org pubs.acs.org royalsocietypublishing.org sagepub.com science.org
			sciencedirect.com scielo.br scielo.org semanticscholar.org springer.com ssrn.com tandfonline.com
			thelancet.com wiley.com
			auckland.ac.nz aut.ac.nz canterbury.ac.nz lincoln.ac.nz massey.ac.nz otago.ac.nz waikato.ac.nz
			wgtn.ac.nz
		`),
	],
	[
		// Parliaments and public bodies whose names are not below a suffix for public bodies.
		"government",
		names(`
			admin.ch assemblee-nationale.fr bankofengland.co.uk bund.de bundesbank.de bundesrat.de
			bundesregierung.de bundestag.de camera.it canada.ca congreso.es destatis.de eduskunta.fi
			europa.eu ft.dk gov.bg gov.cz gov.gg gov.hr gov.hu gov.im gov.je gov.kr gov.ro gov.si gov.sk
			government.nl government.se insee.fr istat.it oireachtas.ie ourcommons.ca
			overheid.nl parl.ca parlament.ch parlamento.pt parliament.scot parliament.uk regeringen.se
			regjeringen.no rijksoverheid.nl riksdagen.se rki.de senado.es senat.fr senato.it senedd.wales
			ssb.no stortinget.no tweedekamer.nl
		`),
	],
	[
		// News agencies, public broadcasters, and newspapers that are read far beyond one city.
		"news",
		names(`
			abc.net.au abcnews.com abcnews.go.com afp.com aljazeera.com ansa.it apnews.com ard.de asahi.com
			axios.com bbc.co.uk bbc.com bloomberg.com cbc.ca cbsnews.com channel4.com cnbc.com cnn.com
			correctiv.org corriere.it dn.se dpa.com dr.dk dw.com economist.com efe.com elmundo.es elpais.com euronews.com
			faz.net folha.uol.com.br france24.com francetvinfo.fr ft.com g1.globo.com haaretz.com
			hindustantimes.com independent.co.uk indianexpress.com irishtimes.com itv.com japantimes.co.jp
			kyodonews.net latimes.com lefigaro.fr lemonde.fr liberation.fr mainichi.jp nbcnews.com nhk.or.jp
			nos.nl npr.org nrc.nl nrk.no nytimes.com nzherald.co.nz nzz.ch orf.at pbs.org politico.com
			politico.eu propublica.org radiofrance.fr rainews.it repubblica.it reuters.com rfi.fr rnz.co.nz
			rte.ie rtve.es sbs.com.au scmp.com sky.com smh.com.au spiegel.de srf.ch straitstimes.com
			sueddeutsche.de svt.se swissinfo.ch tagesschau.de taz.de telegraph.co.uk theage.com.au
			theatlantic.com theconversation.com theglobeandmail.com theguardian.com thehindu.com thetimes.co.uk
			thetimes.com time.com timesofindia.indiatimes.com upi.com usatoday.com volkskrant.nl vrt.be
			washingtonpost.com welt.de wsj.com yle.fi yna.co.kr zdf.de zdfheute.de zeit.de
		`),
	],
];
