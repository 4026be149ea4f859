import { decoded } from "#contract/addresses.ts";
import { normalizeText } from "#text/clean.ts";

const words = (list: string) => list.trim().split(/\s+/);

/**
 * Words that mean a fact check, as they are written in addresses. They count anywhere in the path
 * and as a part of a host's name.
 */
const PHRASES = words(`
	fact-?check(?:s|ed|er|ers|ing)? fact-?crescendo fact-?find fakt-?chec?k fakten-?check(?:s|er)?
	fakten-?finder faktenfuchs fakta-?sjekk faktasjekken fakta-?tjek fakta-?koll fakta-?granskning
	faktantarkistus faktikontroll faktu-parbaude fakto-patikra fakt-?provjera provjera-cinjenica
	provera-cinjenica proverka-na-faktite preverjanje-dejstev tenyellenorzes
	cek-?fakta periksa-fakta semak-fakta dogruluk-?payi teyit-?hatti
	fato-ou-(?:fake|boato) verificamos checamos checagem prova-dos-factos estadao-verifica
	zona-verificacion verificacion-de-(?:datos|hechos) verificacao-de-factos detector-de-mentiras
	maldito-?bulo caza-?bulos vrai-ou-(?:faux|fake|fausse) vrai-du-faux info-ou-intox desintox
	decodeurs check-?news fake-?off vero-o-falso
	reality-check truth-o-meter poligraph hoax-?alert true-or-false fact-or-fiction baloney-meter
	claim-?review stop-?fake vox-?check fake-?check
	ファクトチェック 팩트체크 事實查核 事实查核 फैक्ट-चेक फैक्टचेक фактчек факт-чек
`);

/** Words with other meanings too. They count as a section: a whole part of the path or the host. */
const SECTIONS = new Set(
	words(`
		verifica verificado verificador verificacion verificaciones verification verificacao verificato
		verificare verify verified verif verifs verificateurs decrypteurs factuel chequeo chequeos
		chequeado comprobado comprova confere poligrafo bulo bulos boatos bufale bufala debunk debunks
		debunked debunking hoax hoaxes hoaks hoaxcheck demagog fakehunter konkret24 istinomer
		raskrinkavanje razkrinkavanje teyit dogrulama patikrinta melo-detektorius overeno overovna
		proverka voxcheck fakes lupa
	`),
);

const BORDER = "[^\\p{L}\\p{N}\\p{M}]";
const PHRASE_IN_PATH = new RegExp(`(?:^|${BORDER})(?:${PHRASES.join("|")})(?:${BORDER}|$)`, "u");
/** These are rare by chance within a longer word, as hosts' names have them. */
const WORD_IN_HOST = /fact-?check|fakten-?check|fakta-?check|cek-?fakta|fakt-?check|verifica/;
const MAX_CHARS = 1_000;

/** Whether the address says that the page is a fact check, in one of many languages. */
export function hasFactCheckWord({
	hostname,
	pathname,
}: Pick<URL, "hostname" | "pathname">): boolean {
	if (WORD_IN_HOST.test(hostname)) return true;
	const path = plainPath(pathname.slice(0, MAX_CHARS));
	if (PHRASE_IN_PATH.test(path)) return true;
	return [...hostname.split("."), ...path.split("/")].some((it) => SECTIONS.has(it));
}

/** Decoded, in lower case, Latin letters without accents, as addresses mostly have them. */
function plainPath(path: string): string {
	const bare = normalizeText(decoded(path).toLowerCase(), "NFD").replace(
		/(\p{Script=Latin})\p{M}{1,30}/gu,
		"$1",
	);
	return normalizeText(bare, "NFC").replaceAll("_", "-");
}
