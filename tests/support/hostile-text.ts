/** What breaks markup, breaks lines, hides, turns round or is no character at all. */
const PIECES = [
	"<",
	">",
	"&",
	'"',
	"'",
	"</title>",
	"</style>",
	"<script>alert(1)</script>",
	"<img src=x onerror=alert(1)>",
	"]]>",
	"<!--",
	"&amp;",
	"&#0;",
	"<?xml?>",
	"\u0000",
	"\u0008",
	"\u000b",
	"\u001b",
	"\u0085",
	"\u2028",
	"\ud800",
	"\udc00",
	"\ufffe",
	"\uffff",
	"\u202e",
	"\u200b",
	"\n",
	"\t",
	" ",
	"plain words",
	"Правда",
	"真相",
	"الحقيقة",
	"👨‍👩‍👧",
	"é",
	"%",
	"{{x}}",
];

/** Texts made of hostile pieces, the same for the same numbers. */
export function hostileTexts(count: number, random: () => number): string[] {
	const pick = () => PIECES[Math.floor(random() * PIECES.length)] ?? "";
	return Array.from({ length: count }, () =>
		Array.from({ length: 1 + Math.floor(random() * 12) }, pick).join(""),
	);
}
