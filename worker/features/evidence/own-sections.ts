const sections = (list: string) => list.trim().split(/\s+/);

/**
 * What the publisher itself writes: hosts, or hosts with the beginning of a path. A name below a
 * host is another host, because universities and newspapers give such names to students, readers
 * and guests. A suffix such as `.gov` or `.edu` is no reason: comments on rules, theses and pages
 * of staff stand below it too.
 */
export const OWN_SECTIONS: readonly { why: string; sections: readonly string[] }[] = [
	{
		why: "Agencies of the United States, where other people write in their dockets alone.",
		sections: sections(`
			archives.gov bea.gov bls.gov cancer.gov cbo.gov cdc.gov census.gov
			cia.gov/the-world-factbook climate.gov clinicalinfo.hiv.gov cms.gov cpsc.gov
			dietaryguidelines.gov eia.gov energy.gov epa.gov fbi.gov fda.gov federalreserve.gov
			gao.gov hhs.gov home.treasury.gov irs.gov justice.gov medlineplus.gov nasa.gov
			climate.nasa.gov earthobservatory.nasa.gov jpl.nasa.gov science.nasa.gov
			ncei.noaa.gov nesdis.noaa.gov nhc.noaa.gov noaa.gov oceanservice.noaa.gov
			nces.ed.gov nhlbi.nih.gov nia.nih.gov niaid.nih.gov nih.gov nimh.nih.gov
			ods.od.nih.gov nist.gov nps.gov nsf.gov nrc.gov ntsb.gov osha.gov samhsa.gov ssa.gov
			state.gov supremecourt.gov/opinions ers.usda.gov usda.gov usgs.gov earthquake.usgs.gov
			weather.gov whitehouse.gov
		`),
	},
	{
		why: "Agencies and offices of statistics of other states.",
		sections: sections(`
			gov.uk legislation.gov.uk metoffice.gov.uk ons.gov.uk nhs.uk nhsinform.scot
			bankofengland.co.uk commonslibrary.parliament.uk
			bfr.bund.de bundesbank.de bundesgesundheitsministerium.de bundesregierung.de
			bundestag.de/dokumente destatis.de dwd.de pei.de rki.de umweltbundesamt.de
			economie.gouv.fr insee.fr legifrance.gouv.fr santepubliquefrance.fr service-public.fr
			vie-publique.fr ecologie.gouv.fr sante.gouv.fr
			bag.admin.ch bfs.admin.ch meteoschweiz.admin.ch statistik.at ages.at
			aemps.gob.es boe.es ine.es sanidad.gob.es istat.it salute.gov.it iss.it
			cbs.nl knmi.nl rijksoverheid.nl government.nl rivm.nl statbel.fgov.be
			dmi.dk dst.dk sst.dk fhi.no met.no ssb.no regjeringen.no folkhalsomyndigheten.se
			government.se regeringen.se scb.se smhi.se stat.fi thl.fi statice.is
			cso.ie hse.ie gov.ie stat.gov.pl ksh.hu czso.cz ine.pt statistics.gr
			canada.ca statcan.gc.ca www150.statcan.gc.ca climate.weather.gc.ca
			abs.gov.au aihw.gov.au bom.gov.au csiro.au health.gov.au tga.gov.au
			health.govt.nz stats.govt.nz jma.go.jp mhlw.go.jp stat.go.jp kdca.go.kr
			ibge.gov.br inegi.org.mx statssa.gov.za mospi.gov.in pib.gov.in singstat.gov.sg
		`),
	},
	{
		why: "Bodies of several states. What citizens and companies tell them is on other hosts or paths.",
		sections: sections(`
			ecb.europa.eu ecdc.europa.eu eea.europa.eu efsa.europa.eu ema.europa.eu
			commission.europa.eu consilium.europa.eu climate.copernicus.eu
			ec.europa.eu/eurostat ec.europa.eu/commission/presscorner eur-lex.europa.eu/legal-content
			europarl.europa.eu/factsheets europarl.europa.eu/news
			esa.int fao.org iaea.org iea.org ilo.org imf.org ipcc.ch nato.int oecd.org un.org
			news.un.org unesco.org unhcr.org unicef.org who.int wmo.int worldbank.org
			data.worldbank.org wto.org
		`),
	},
	{
		why: "Articles of journals that were reviewed before. Preprints and comments have other paths.",
		sections: sections(`
			academic.oup.com annualreviews.org/doi bmj.com/content cambridge.org/core/journals
			cell.com cochranelibrary.com/cdsr elifesciences.org/articles frontiersin.org/articles
			frontiersin.org/journals jamanetwork.com/journals journals.plos.org journals.sagepub.com/doi
			link.springer.com/article mdpi.com nature.com/articles nejm.org/doi
			onlinelibrary.wiley.com/doi pnas.org/doi psycnet.apa.org/record pubs.acs.org/doi
			royalsocietypublishing.org/doi science.org/doi science.org/content
			sciencedirect.com/science/article tandfonline.com/doi thelancet.com/journals
		`),
	},
	{
		why: "What a university's or a hospital's own editors write; pages of its people are elsewhere.",
		sections: sections(`
			anu.edu.au/news auckland.ac.nz/en/news cam.ac.uk/research/news ed.ac.uk/news
			ethz.ch/en/news-and-events harvard.edu/about hms.harvard.edu/news
			hopkinsmedicine.org/health hsph.harvard.edu/news hub.jhu.edu imperial.ac.uk/news
			mayoclinic.org/diseases-conditions news.berkeley.edu news.columbia.edu
			news.cornell.edu/stories news.harvard.edu/gazette news.mit.edu news.stanford.edu
			news.ubc.ca news.umich.edu news.yale.edu otago.ac.nz/news ox.ac.uk/news
			princeton.edu/news pursuit.unimelb.edu.au sydney.edu.au/news-opinion/news
			tum.de/aktuelles ucl.ac.uk/news utoronto.ca/news
		`),
	},
	{
		why: "Articles that an encyclopedia's editors sign.",
		sections: sections(`
			britannica.com/animal britannica.com/art britannica.com/biography britannica.com/event
			britannica.com/money britannica.com/place britannica.com/plant britannica.com/procon
			britannica.com/science britannica.com/sports britannica.com/story
			britannica.com/technology britannica.com/topic
		`),
	},
	{
		why: "Newspapers and agencies of whose host names only these parts are the newsroom's.",
		sections: sections(`
			abc.net.au/news bbc.co.uk/news bbc.co.uk/newsround bbc.co.uk/sport bbc.com/afrique
			bbc.com/arabic bbc.com/future bbc.com/hindi bbc.com/mundo bbc.com/news
			bbc.com/persian bbc.com/portuguese bbc.com/russian bbc.com/sport bbc.com/turkce
			bbc.com/ukrainian bbc.com/urdu bbc.com/zhongwen channel4.com/news itv.com/news
			news.sky.com sbs.com.au/news
		`),
	},
];

/** Hosts of newspapers of which only the parts above are the newsroom's. */
export const IN_PARTS: ReadonlySet<string> = new Set(
	sections(`
		abc.net.au afp.com bbc.co.uk bbc.com channel4.com itv.com sbs.com.au sky.com
	`),
);

/** Parts of an address below which others write, or which a publisher does not answer for. */
export const GUEST_SECTIONS: readonly { why: string; words: readonly string[] }[] = [
	{
		why: "Readers, members and citizens write there.",
		words: sections(`
			chat comment comments commenting community communities disqus discussion discussions
			forum forums foren foro forums foro board boards messageboard kommentar kommentare
			kommentarer comentarios commentaires commenti reacties ireport ugc user users
			userpages usergenerated mitglieder member members profile profiles petition petitions
			petitionen epetition epetitions readersblog leserartikel leserbrief leserbriefe
			courrier courrier-des-lecteurs lettere letter letters your-story yourstory ask answers
			replies reviews wiki wikis talk
		`),
	},
	{
		why: "What people and companies send to an authority or a parliament.",
		words: sections(`
			consultation consultations docket dockets documentstream filing filings foia foi
			edgar ecfs have-your-say haveyoursay hearing hearings submission submissions
			submitted stellungnahme stellungnahmen evidence writtenevidence written-evidence
			oralevidence testimony testimonies statements-for-the-record responses call-for-evidence
			public-comment public-comments stakeholder stakeholders feedback
		`),
	},
	{
		why: "Documents whose address does not say who wrote them.",
		words: sections(`
			attachment attachments attach bitstream blob document-library download downloads
			file files upload uploads userfiles handle ndownloader
		`),
	},
	{
		why: "Companies write and pay for it.",
		words: sections(`
			accesswire advertisement advertorial advertorials anzeige anzeigen brandcontent
			brand-content brandstudio brand-studio branded businesswire contributor contributors
			contributor-content ein-presswire globenewswire native newsfile newswire newswires
			paid paidpost partner partners partner-content partnercontent pr press-release
			press-releases pressrelease pressreleases prnewswire pr-newswire promoted publi
			presseportal publireportage reklame sponsor sponsored sponsored-content tipser werbung
		`),
	},
	{
		why: "Guests give their opinion, which is not checked as news are.",
		words: sections(`
			blog blogs blogger columnist columnists columns commentisfree debate debatt debat
			gastbeitrag guest guests ideas kronik kroniken opinie opinion opinions opiniones
			op-ed oped perspective perspectives tribune tribunes viewpoint viewpoints views voices
		`),
	},
	{
		why: "Staff, students and groups have pages of their own.",
		words: sections(`
			club clubs faculty faculties fellows homepages person personal personnel
			pers staff student students studentorgs phd thesis theses dissertation
			dissertations repository eprint eprints preprint preprints reviewed-preprints
			working-paper working-papers workingpapers projects scratch
		`),
	},
	{
		why: "Answers to articles that appear without a review.",
		words: sections("rapid-response rapid-responses rr eletters e-letters"),
	},
	{
		why: "Copies of other sites, and ways to them.",
		words: sections(`
			archive-it awa cache cached clearcache exit exit-page externallink leaving memento
			out outbound proxy redirect redirects redir translate wayback webarchive webarchives
			url goto
		`),
	},
	{
		why: "Programs that show what they are asked.",
		words: sections(`
			404 api apis autocomplete cgi cgi-bin demo dev echo embed embeds error errors find
			graphql oembed preview print query sandbox search searches staging suggest test tests
			widget widgets
		`),
	},
];
