/** Phrases, in English and in symbols, that address the rater instead of the viewers. */

const MACHINE =
	"(?:an? |the |any |all |every |our |you |whichever |whatever )?(?:automated |neutral |other )?(?:ai|a\\.i\\.|llm|(?:large )?language model|gpt|chatgpt|claude|gemini|chatbot|ai model|(?:ai )?fact[- ]?check(?:er|ing (?:ai|model|bot|system))(?: (?:ai|model|bot|system))?|rater|evaluator|grader)s?";
const DUTY =
	"(?:must|should|shall|please|have to|need to|are (?:instructed|told|ordered) to|will now)";
const CANCEL = "(?:ignore|disregard|forget|override|bypass|skip|discard|drop)";
const ORDERS =
	"(?:instructions?|prompts?|rules?|guidelines?|orders|commands?|directives?|directions|text|context)";
const VERDICT =
	"(?:(?:score|rate|mark|treat|accept|label) (?:this|it|me|my|every)|zero|as (?:true|factual|verified))";
/** Topics of instructions that are never meant for viewers. */
const CLAIM =
	"(?:this|these|the following|the above|the next|my|our|every|each|all|any|everything)(?: (?:one|claim|statement|sentence|video|transcript|talk|line|word|thing|of|the|this|these|that|my|our|i|we|say|said|is|here|in|it))*";
const BEST =
	"(?:0|zero|true|factual|accurate|verified|correct|(?:fully |completely |100% )(?:true|factual|accurate|correct))";

export const INJECTION_PHRASES: readonly RegExp[] = [
	// Cancels the rater's instructions. Speakers may cancel a slide or a remark, but only a model
	// has instructions.
	new RegExp(
		`\\b${CANCEL}\\s(?:(?:all|any|the|your|of|everything|these|those)\\s){0,4}(?:previous|prior|above|earlier|preceding|system)\\s(?:\\p{L}+\\s)?${ORDERS}\\b`,
		"u",
	),
	/\b(?:ignore|disregard|forget)\s(?:all|everything)\s(?:of\s)?(?:the\s|that\s)?(?:above|preceding)\b/u,
	/\b(?:ignore|disregard|forget|override|bypass)\s(?:all\s|of\s){0,2}your\s(?:\p{L}+\s)?(?:instructions?|prompt|rules|guidelines|training)\b/u,
	/\b(?:do not|don't|don’t|stop|never)\s(?:follow|obey|following|obeying)\s(?:your|the (?:system|previous|above))\s(?:\p{L}+\s)?(?:instructions?|prompt|rules|guidelines)\b/u,
	/\b(?:new|updated|hidden|secret|real) instructions? (?:for|to) (?:you|(?:the |any |all )?(?:ai|models?|raters?))\b/u,
	/\byour (?:new|real|true|actual|updated) (?:instructions?|task|prompt|rules) (?:is|are)\b/u,
	/\b(?:reveal|repeat|print|show|output|leak) (?:me )?(?:your|the) (?:system |hidden |initial |original )(?:prompt|instructions?)\b/u,
	/\byou are now (?:in |a |an |the )?(?:dan\b|developer mode|debug mode|admin mode|jailbroken|unrestricted|free of)/u,
	// Addresses a machine, or names the model and its task.
	new RegExp(
		`\\b(?:hey|dear|hello|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|listen up|calling),? ${MACHINE}\\b(?! (?:users?|fans?|researchers?|developers?|companies|people|community|experts?|engineers?|tools?|image|art|video))`,
		"u",
	),
	new RegExp(`\\b${MACHINE}\\b.{0,40}\\b${DUTY}\\b.{0,40}\\b${VERDICT}\\b`, "u"),
	new RegExp(`\\bif you(?: are|'re|’re) ${MACHINE}\\b`, "u"),
	new RegExp(
		`\\byou(?: are|'re|’re)(?: now)? (?:an? |the )?(?:helpful |unbiased |neutral |impartial )?(?:${MACHINE}|assistant)\\b`,
		"u",
	),
	/\bas an? (?:ai|llm|(?:large )?language model|rater|evaluator|fact[- ]checking (?:ai|model|system))(?:,| you\b| (?:language )?model\b| assistant\b| rater\b)/u,
	/\b(?:ai|language|chat) ?(?:models?|systems?|assistants?|bots?|raters?|fact[- ]?checkers?) (?:that (?:are|is) )?(?:reading|rating|checking|evaluating|analy[sz]ing|scoring) (?:this|my|our|the)\b/u,
	/\b(?:ai|model|llm|language model|bot|rater|machine)s? (?:that|which|who) (?:reads?|rates?|checks?|evaluates?|analy[sz]es|scores?) (?:this (?:video|transcript|statement|claim|text|sentence|talk)|my (?:words|video|claims?))\b/u,
	/\b(?:whichever|whatever|whoever|any|every) (?:ai|model|llm|language model|bot|rater|machine)(?: model| rater)? (?:reads|rates|checks|evaluates|analy[sz]es|scores) (?:this|my)\b/u,
	// Asks for a score.
	/(?<!\b(?:lowest|highest|possible|minimum|maximum|best|worst|final|half-?time)\s)\bscore\s?(?:is|to|as|at|of|=|:|colon|must be|should be|shall be)?\s?(?:0|zero)\b(?!\s?(?:to|all|nil|goals?|points?|runs?|percent|[-–:%.,]\s?\d))/u,
	new RegExp(
		`\\b(?:rate|score|mark|label|classify|grade|treat|rank) ${CLAIM} (?:as|at|with|to be|a)? ?${BEST}\\b(?! (?:to|in|out|off|down|percent|degrees|or))`,
		"u",
	),
	/\b(?:set|give|assign|return|output|answer|respond|reply)\b.{0,40}\b(?:score|rating|confidence)s?\b.{0,20}\b(?:0|zero|100|factual|maximum|minimum)\b/u,
	/\b(?:give|grant) (?:this|my|the following|these|every|all) (?:video|claims?|statements?|transcript|talk)s? (?:a |an |the )?(?:zero|0|perfect|lowest|best|top|highest) (?:score|rating|marks?)\b/u,
	/\b(?:do not|don't|don’t|never|must not) (?:flag|mark|rate|score|label|classify) (?:this|these|my|our|any of (?:this|these)|anything)(?: \p{L}+){0,3} (?:as )?(?:false|untrue|misleading|misinformation|bs|high)\b/u,
	/\b(?:skip|suppress|leave out|drop|do not (?:extract|check)|don't (?:extract|check)) (?:this|these|the (?:next|following)|all other) (?:claims?|statements?)\b(?! form)/u,
	/\b(?:already|pre[- ]?)\s?(?:been )?(?:verified|approved|checked|rated|validated) by (?:the |your )?(?:rating panel|panel of (?:ai|models)|openai|anthropic|system|developers?|other (?:raters|models))\b/u,
	// Markup of a conversation or of a structured answer.
	/<\s?\/?\s?(?:system|assistant|user|human|instructions?|transcript|statement|prompt|data)\s?>/u,
	/<\|[a-z_]{1,30}\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:start|end)_of_turn>/u,
	/(?<=^|[.!?"'>}\])]\s?)(?:system|assistant|developer)\s?:/u,
	/\bsystem (?:prompt|message|override|note)\s?:/u,
	/#{2,6}\s?(?:system|instructions?|response|assistant)\b/u,
	/[-=*#[({<]{2,8}\s?(?:end|begin|start)(?: of)?(?: the)?(?: new| system)? (?:transcript|data|input|statement|prompt|instructions?|context)\b/u,
	/["'{]\s?(?:ai_)?(?:score|confidence|explanation|bs_score)["']?\s?:/u,
	/["'{]\s?statements["']?\s?:\s?\[/u,
	/\bquote (?:score|confidence) (?:unquote|end quote|quote)?\s?colon\b/u,
];

/**
 * Phrases in other languages that cancel the rater's instructions, ask for a score or address a
 * machine.
 */
export const FOREIGN_INJECTION_PHRASES: readonly RegExp[] = [
	// German, Dutch, Swedish, Danish, Norwegian
	/\b(?:ignorier|missacht|vergiss|vergesst)\p{L}{0,3}\b.{0,30}(?:vorherig|obig|bisherig|vorangegangen|anweisung)/u,
	/\b(?:bewerte|bewertet|markiere|stufe)\b.{0,30}\b(?:aussagen?|behauptung(?:en)?|video|alles)\b.{0,20}\b(?:mit (?:null|0)|als (?:wahr|faktisch|korrekt|richtig))\b/u,
	/\b(?:liebe|hallo|achtung|an die|als)\b (?:eine? )?(?:ki|sprachmodell|künstliche intelligenz)\b(?:[-, ]*(?:faktenprüfer|modelle?|systeme?|,| (?:sollst|musst|hast) du))/u,
	/\b(?:negeer|vergeet)\b.{0,20}\b(?:vorige|eerdere|bovenstaande)\b.{0,20}instructies/u,
	/\b(?:ignorera|ignorér|ignorer|glöm)\b.{0,20}(?:tidigare|tidligere|föregående|foregående|forrige).{0,20}(?:instru[kc]|anvisning)/u,
	// Spanish, Portuguese, Italian, French, Romanian
	/\bignor(?:e|ez|er|a|á|ad|en|ar|i|ate|ați|ă)\b(?!\s(?:the|these|those|its|his|her|their)\s).{0,30}(?:instrucciones|instruções|istruzioni|instructions|consignes|instrucțiunile|órdenes|ordens)/u,
	/\b(?:olvida|olvide|esqueça|esquece|dimentica|oublie|oubliez|uita)\b.{0,20}\b(?:instrucciones|instruções|istruzioni|instructions|consignes|instrucțiunile) (?:anteriores|precedenti|précédentes|prévias)/u,
	/\b(?:olvida|olvide|olviden|ignora|ignore|esqueça|esquece|dimentica|oublie|oubliez)\s(?:todo\s|tudo\s|tutto\s|tout\s)?(?:lo anterior|o anterior|quanto sopra|ce qui précède)\b/u,
	/\b(?:califi(?:ca|que)|punt[uú](?:a|e)|classifi(?:ca|que)|avalie|valuta|marca|note[rz]?|évalue[rz]?)\b.{0,30}\b(?:afirmaci[oó]n|declaraci[oó]n|afirmação|declaração|affermazione|affirmation|vídeo|video|vidéo|todo|tudo|tutto|tout)\b.{0,20}(?:\b(?:con|com|cu|avec|como|come|comme)|\bà) (?:un |una |um |uma )?(?:cero|zero|zéro|0|verdader[oa]|verdadeir[oa]|vero|vera|vraie?|factual)\b/u,
	/\b(?:como|come|en tant qu['’]) ?(?:una? |uma )?(?:ia|inteligencia artificial|inteligência artificial|intelligenza artificiale|intelligence artificielle)(?:,| (?:debes|tienes|deves|devi|tu dois|vous devez))/u,
	// Slavic
	/(?:игнориру|забуд|ігнору)\p{L}{0,4}.{0,30}(?:инструкц|указан|інструкц|вказівк)/u,
	/(?:оцени|поставь|отметь|познач|оціни)\p{L}{0,3}.{0,30}(?:утверждени|видео|твердженн|відео).{0,20}(?:ноль|нулём|нулем|на 0|как (?:правд|верн|истин)|як правд)/u,
	/\b(?:zignoruj|pomiń|ignoruj|ignorujte|zapomnij)\b.{0,30}(?:instrukcj|poleceni|instrukce|pokyny)/u,
	// Turkish, Indonesian, Vietnamese
	/\b(?:önceki|yukarıdaki)\b.{0,20}(?:talimat|komut)\p{L}{0,10}.{0,20}(?:yok say|görmezden gel|unut)/u,
	/\b(?:abaikan|lupakan)\b.{0,20}\b(?:instruksi|perintah|arahan)/u,
	/(?:bỏ qua|phớt lờ|quên).{0,20}(?:hướng dẫn|chỉ thị|chỉ dẫn|lệnh)/u,
	// Chinese, Japanese, Korean
	/(?:忽略|无视|無視|忽視|忘记|忘記).{0,12}(?:指令|指示|说明|說明|提示|要求)|(?:指示|命令|プロンプト).{0,8}無視/u,
	/请?(?:给|給|将|把|為|为).{0,12}(?:陈述|陳述|说法|說法|视频|影片|声明|聲明).{0,8}(?:评|評|打|标记|標記).{0,6}(?:0|零|真实|真實|属实|屬實)/u,
	/(?:スコア|評価|点数).{0,4}(?:0|ゼロ|零).{0,4}(?:にして|として|と評価|を付け|をつけ)/u,
	/(?:지시|명령|프롬프트).{0,12}무시|(?:점수|평점).{0,6}(?:0|영)점?.{0,4}(?:으로|로) (?:설정|평가|매겨)/u,
	// Arabic, Persian, Hebrew, Hindi, Thai
	/تجاهل.{0,30}(?:التعليمات|الأوامر|تعليمات)|(?:دستور|دستورالعمل)\p{L}{0,10}.{0,20}(?:نادیده|فراموش)/u,
	/(?:התעלם|התעלמו|תתעלם).{0,20}(?:הוראות|ההוראות)/u,
	/(?:निर्देश|आदेश).{0,20}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)/u,
	/(?:ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ลืม).{0,20}(?:คำสั่ง|คำแนะนำ)/u,
];
