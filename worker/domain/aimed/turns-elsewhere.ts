/**
 * The same in other languages: taking back what the rater was told, asking for
 * its score, speaking to it by what it is.
 */
export const TURNS_ELSEWHERE: readonly RegExp[] = [
	// German, Dutch, Swedish, Danish, Norwegian
	/\b(?:ignorier|missacht|vergiss|vergesst)\p{L}{0,3}\b.{0,30}(?:vorherig|obig|bisherig|vorangegangen|anweisung)/u,
	/\b(?:bewerte|bewertet|markiere|stufe)\b.{0,30}\b(?:aussagen?|behauptung(?:en)?|video|alles)\b.{0,20}\b(?:mit (?:null|0)|als (?:wahr|faktisch|korrekt|richtig))\b/u,
	/\b(?:liebe|hallo|achtung|an die|als)\b (?:eine? )?(?:ki|sprachmodell|künstliche intelligenz)\b(?:[-, ]*(?:faktenprüfer|modelle?|systeme?|,| (?:sollst|musst|hast) du))/u,
	/\b(?:negeer|vergeet)\b.{0,20}\b(?:vorige|eerdere|bovenstaande)\b.{0,20}instructies/u,
	/\b(?:ignorera|ignorér|ignorer|glöm)\b.{0,20}(?:tidigare|tidligere|föregående|foregående|forrige).{0,20}(?:instru[kc]|anvisning)/u,
	// Spanish, Portuguese, Italian, French, Romanian
	/\bignor(?:e|ez|er|a|á|ad|en|ar|i|ate|ați|ă)\b.{0,30}(?:instrucciones|instruções|istruzioni|instructions|consignes|instrucțiunile|órdenes|ordens)/u,
	/\b(?:olvida|olvide|esqueça|esquece|dimentica|oublie|oubliez|uita)\b.{0,20}\b(?:instrucciones|instruções|istruzioni|instructions|consignes|instrucțiunile) (?:anteriores|precedenti|précédentes|prévias)/u,
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
