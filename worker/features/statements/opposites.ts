import { foldText } from "#text/fold.ts";
import type { Words } from "./same-content.ts";

/**
 * One group of words per line, of which at most one is true of the same thing: its members are
 * separated by "|", other names of a member by spaces. A name that ends in "-" is the beginning of
 * its words.
 */
const GROUPS = `january januar jänner enero janvier | february februar febrero février | march märz marzo mars | april abril avril | may mai mayo | june juni junio juin | july juli julio juillet | august agosto août | september septiembre septembre | october oktober octubre octobre | november noviembre novembre | december dezember diciembre décembre
	monday mondays montag montags lunes lundi | tuesday tuesdays dienstag dienstags martes mardi | wednesday wednesdays mittwoch mittwochs miércoles mercredi | thursday thursdays donnerstag donnerstags jueves jeudi | friday fridays freitag freitags viernes vendredi | saturday saturdays samstag samstags sonnabend sábado samedi | sunday sundays sonntag sonntags domingo dimanche
	north- nord- norden norte nördlich- | south- süd- süden sur sud südlich- | east eastern eastwards ost- osten este oriental- östlich- | west western westwards westen oeste ouest occidental- westlich-
	big bigger biggest large- great- größer- größt- groß große großen großer großes mayor mayores grande- | small- little smallest tiny klein- menor menores pequeñ- petit-
	long- lang lange langen langer länger- längst- tall- | short- kurz- kürz- corto corta court-
	hot hotter hottest warm- heiß- wärm- calient- chaud- | cold- cool- kalt- kält- frío fría froid-
	old older oldest alt alte alten älter- ältest- viejo vieja | young- jung- jüng- joven jóvenes jeune-
	heav- schwer- pesad- lourd- | light lighter lightest leicht- liger- léger-
	fast faster fastest quick- schnell- rápid- rapide- | slow- langsam- lent-
	good better best besser- best- mejor- meilleur- mieux | bad worse worst schlecht- schlimm- peor- pire- pis
	rich- reich- ricos ricas riche- | poor- arm arme armen ärm- pobre- pauvre-
	strong- stark- stärk- fuert- fort fortes | weak- schwach- schwäch- débil- faible-
	early earlier earliest früh- temprano tôt | late later latest spät- tarde tard
	cheap- billig- günstig- barat- | expensive dear dearer teuer- teur- caro cara cher- chère-
	majority mehrheit mayoría majorité | minority minderheit minoría minorité
	maximum- höchst- máxim- maximal- | minimum- mindest- mínim- minimal-
	male- men männ- hombre- hommes | female- women frau- mujer- femmes
	win wins won gewann- gewinn- gewonnen ganó gagn- | lose loses lost verlor- verlier- perdió perd-
	buy buys bought kauf- gekauft compr- achet- | sell- sold verkauf- vend-
	import- | export-
	born geboren nació née | died dies dead starb- gestorben murió mort-
	positive- positiv- | negative- negativ-
	confirm- bestätig- confirm- | deny denies denied denying bestreit- bestritt- leugne- niega- negó nie nient
	all every alle allen todos todas tous toutes | some einige algunos algunas quelques certains
	with mit con avec | without ohne sin sans`;

type Member = { group: number; member: number };

const EXACT = new Map<string, Member[]>();
/** By the first letters, which every beginning has. */
const BEGINNINGS = new Map<string, (Member & { stem: string })[]>();
const STEM_KEY = 3;

for (const [group, line] of GROUPS.split("\n").entries())
	for (const [member, names] of line.split("|").entries())
		for (const name of names.trim().split(/\s+/)) {
			const place = { group, member };
			const folded = foldText(name);
			if (name.endsWith("-")) {
				const key = folded.slice(0, STEM_KEY);
				const stems = BEGINNINGS.get(key) ?? [];
				BEGINNINGS.set(key, [...stems, { ...place, stem: folded }]);
			} else EXACT.set(folded, [...(EXACT.get(folded) ?? []), place]);
		}

/** Longer endings make another word: "northern", but not "northumbrian". */
const MAX_ENDING = 4;

function membersOf(word: string): Member[] {
	const folded = foldText(word);
	const begun = BEGINNINGS.get(folded.slice(0, STEM_KEY)) ?? [];
	return [
		...(EXACT.get(folded) ?? []),
		...begun.filter(
			({ stem }) => folded.startsWith(stem) && folded.length <= stem.length + MAX_ENDING,
		),
	];
}

export function isMonth(folded: string): boolean {
	return EXACT.get(folded)?.some(({ group }) => group === 0) ?? false;
}

/**
 * Whether a content has a word that was not said, instead of another word of its group that was:
 * "April" for "March", "smaller" for "larger".
 */
export function exchangesOpposite(content: Words, quote: Words, around: Words): boolean {
	const own = content.map(membersOf).filter((members) => members.length > 0);
	if (own.length === 0) return false;
	const quoted = quote.flatMap(membersOf);
	const rivals = own.filter((members) =>
		members.some((it) =>
			quoted.some(({ group, member }) => group === it.group && member !== it.member),
		),
	);
	if (rivals.length === 0) return false;
	const said = new Set(around.flatMap(membersOf).map(keyOf));
	return rivals.some((members) => !members.some((it) => said.has(keyOf(it))));
}

function keyOf({ group, member }: Member): number {
	return group * 100 + member;
}
