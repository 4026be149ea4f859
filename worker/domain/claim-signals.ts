/** Words with nothing of a word glued to them, in any script that has case or not. */
function words(list: string): RegExp {
	const choice = list
		.trim()
		.split(/\s*\|\s*/)
		.join("|");
	return new RegExp(
		`(?<![\\p{L}\\p{M}\\p{N}])(?:${choice})(?![\\p{L}\\p{M}\\p{N}])`,
		"iu",
	);
}

const NUMBER = /\p{Nd}/u;
const LARGE = words(
	`hundreds? | thousands? | (?:m|b|tr)illions? | dozens? | millionen? | milliarden? | tausend
	| millones | milhões | milioni | миллион\\p{L}* | миллиард\\p{L}* | مليون | مليار`,
);
const PERCENT = new RegExp(
	`[%％٪‰]|百分之|パーセント|퍼센트|${
		words(
			`per ?cent | percentage | prozent | pour ?cent | por ?ciento | por ?cento | per ?cento
			| процент\\p{L}* | (?:في|فى) المئة | אחוז(?:ים)?`,
		).source
	}`,
	"iu",
);
const STUDY = new RegExp(
	`研究|調査|调查|実験|实验|연구|${
		words(
			`stud(?:y|ies) | research(?:ers?|ed)? | scien(?:tists?|tific(?:ally)?|ce) | surveys? | surveyed
			| experiments? | experts? | evidence | statistics | statistically | data | findings
			| (?:dis)?proven? | proves? | peer[- ]reviewed | meta[- ]analys[ie]s | clinical trials?
			| studien? | forsch(?:er|ung)\\p{L}* | wissenschaft\\p{L}* | études? | recherches | chercheurs?
			| estudios? | investigador\\p{L}* | científic\\p{L}* | estudos? | pesquisa\\p{L}*
			| studi[oi]? | ricerc\\p{L}* | scienziat\\p{L}* | исследовани\\p{L}* | учён\\p{L}* | учен(?:ые|ых)
			| دراس(?:ة|ات) | الباحث\\p{L}* | מחקר(?:ים)?`,
		).source
	}`,
	"iu",
);
const ABSOLUTE = words(
	`always | never | every | every(?:one|body|thing|where) | no ?(?:one|body) | none | nothing | nowhere
	| entire(?:ly)? | completely | totally | absolutely | impossible | guaranteed | without exception
	| the only | (?<!(?:after|at|above|first of|once and for) )all(?! (?:right|of a sudden|along))
	| immer | niemals | alle | jede[rsnm]? | niemand | nie | toujours | jamais | tous | toutes | aucune?
	| siempre | nunca | todos | todas | ning[uú]n\\p{L}* | sempre | nessun[oa]? | tutti | всегда | никогда | все`,
);
/** Somebody's words, by the verb or by the marks around them. */
const SAID = words(
	`(?<!(?:I|we|you|that) )(?:said|says) | told | claim(?:s|ed)? | stated | announced | according to
	| laut | zufolge | selon | según | segundo o | secondo | по словам | по данным`,
);
const QUOTED = /["“«„「『][^"“”«»„「」『』]{10,300}["”»“」』]/u;

const KINDS = [
	(text: string) => NUMBER.test(text) || LARGE.test(text),
	(text: string) => PERCENT.test(text),
	(text: string) => STUDY.test(text),
	(text: string) => ABSOLUTE.test(text),
	(text: string) => SAID.test(text) || QUOTED.test(text),
];

/** A sentence with signals of all kinds. */
export const CLAIM_SIGNALS = KINDS.length;

/**
 * How many kinds of signs a sentence bears that it states something checkable:
 * numbers, percentages, words of study, absolutes, somebody quoted.
 */
export function claimSignals(sentence: string): number {
	return KINDS.filter((bears) => bears(sentence)).length;
}
