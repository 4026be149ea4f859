/** Far beyond any statement or quote; bounds the work. */
const SEEN_CHARS = 4_000;

const MACHINE =
	"(?:an? |the |any |all |every |our |you )?(?:ai|a\\.i\\.|llm|(?:large )?language model|gpt|chatgpt|claude|gemini|chatbot|fact[- ]?check(?:er|ing)|rater|evaluator|grader)s?";
const DUTY =
	"(?:must|should|shall|please|have to|need to|are (?:instructed|told|ordered) to|will now)";
const VERDICT =
	"(?:(?:score|rate|mark|treat|accept|label) (?:this|it|me|my|every)|zero|as (?:true|factual|verified))";

/** Turns of phrase that speak to whoever rates, not to whoever watches. */
const TURNS = [
	// Taking back what the rater was told.
	/\b(?:ignore|disregard|forget|override|bypass)\s(?:(?:all|any|the|your|of|everything|these|those)\s){0,4}(?:previous|prior|above|earlier|preceding|system)\b/u,
	/\b(?:ignore|disregard|forget|override|bypass)\s(?:all\s|of\s){0,2}your\s(?:\p{L}+\s)?(?:instructions?|prompt|rules|guidelines|training)\b/u,
	/\b(?:new|updated|hidden|secret) instructions? (?:for|to) (?:you|(?:the |any |all )?(?:ai|models?|raters?))\b/u,
	// Speaking to a machine, or naming it and its duty.
	new RegExp(
		`\\b(?:hey|dear|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|listen up),? ${MACHINE}\\b`,
		"u",
	),
	new RegExp(
		`\\b${MACHINE}\\b.{0,40}\\b${DUTY}\\b.{0,40}\\b${VERDICT}\\b`,
		"u",
	),
	new RegExp(`\\bif you(?: are|'re|’re) ${MACHINE}\\b`, "u"),
	new RegExp(
		`\\byou(?: are|'re|’re)(?: now)? (?:an? |the )?(?:helpful |unbiased |neutral |impartial )?(?:${MACHINE}|assistant)\\b`,
		"u",
	),
	/\bas an? (?:ai|llm|(?:large )?language model|rater|evaluator)(?:,| you\b| (?:language )?model\b| assistant\b| rater\b)/u,
	/\b(?:ai|language|chat) ?(?:models?|systems?|assistants?|bots?|raters?|fact[- ]?checkers?) (?:that (?:are|is) )?(?:reading|rating|checking|evaluating|analy[sz]ing|scoring) (?:this|my|our|the)\b/u,
	// Asking for a score.
	/\bscore\s?(?:is|to|as|at|of|=|:|must be|should be|shall be)?\s?(?:0|zero)\b(?!\s?(?:to|all|nil|goals?|points?|runs?|percent|[-–:%.,]\s?\d))/u,
	/\b(?:rate|score|mark|label|classify|grade|treat) (?:this|these|the following|the above|my|our|everything)(?: \p{L}+){0,4} (?:as|at|with|to be|a)? ?(?:0|zero|true|factual|accurate|verified|correct)\b/u,
	/\b(?:set|give|assign|return|output|answer|respond|reply)\b.{0,40}\b(?:score|rating|confidence)s?\b.{0,20}\b(?:0|zero|100|factual|maximum|minimum)\b/u,
	// The marks of a conversation or of an answer.
	/<\s?\/?\s?(?:system|assistant|user|human|instructions?|transcript|statement|prompt|data)\s?>/u,
	/<\|[a-z_]{1,30}\|>|\[\/?inst\]|<<\/?sys>>/u,
	/(?:^|[.!?"'>}\])]\s?)(?:system|assistant|developer)\s?:/u,
	/#{2,6}\s?(?:system|instructions?|response|assistant)\b/u,
	/["'{]\s?(?:ai_)?(?:score|confidence|explanation)["']?\s?:/u,
	// The first of these in other languages.
	/\bignorier\p{L}{0,3}\b.{0,30}(?:vorherig|obig|bisherig|vorangegangen|anweisung)/u,
	/\bignor(?:e|ez|er|a|ad|en|ar|i|ate)\b.{0,30}(?:instrucciones|instruções|istruzioni|instructions|consignes)/u,
	/игнориру\p{L}{0,4}.{0,30}(?:инструкц|указан)/u,
	/(?:忽略|无视|無視|忽視).{0,12}(?:指令|指示|说明|說明|提示|要求)|(?:指示|命令|プロンプト).{0,8}無視/u,
	/(?:지시|명령|프롬프트).{0,12}무시/u,
	/تجاهل.{0,30}(?:التعليمات|الأوامر|تعليمات)/u,
];

/** Text written in characters that only a machine reads; flags spell regions with them. */
const TAGGED = /(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0000}-\u{e007f}]/u;
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Whether a text speaks to the AI that will rate it: instructions to a model,
 * a score asked for, the marks of a conversation. A sign, not a proof.
 */
export function aimedAtRaters(text: string): boolean {
	const seen = text.slice(0, SEEN_CHARS);
	if (TAGGED.test(seen)) return true;
	const plain = seen
		.normalize("NFKC")
		.replace(UNSEEN, "")
		.toLowerCase()
		.replace(/\s+/gu, " ")
		.trim();
	return TURNS.some((turn) => turn.test(plain));
}
