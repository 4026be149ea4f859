/**
 * Pages with what pages are made of, one kind each, whose text is compared with what a browser shows.
 * The differences are those that the product means: a reader of a quote does not want them in it.
 */

const FILLER = [
	"The office publishes its yearly report about the region and says how the figures were collected.",
	"Further chapters explain the methods, name the people in charge and list the tables that follow.",
];

export type OwnPage = {
	name: string;
	body: string;
	/** What differs, by its kind; nothing if it is left out. */
	differs?: string[];
};

export const OWN_PAGES: OwnPage[] = [
	{ name: "headings", body: "<h1>The hall</h1><h2>Its roof</h2><p>It was finished in 1931.</p>" },
	{ name: "lists", body: "<ol><li>One<ul><li>Two</li><li>Three</li></ul></li><li>Four</ol>" },
	{ name: "definitions", body: "<dl><dt>Roof</dt><dd>Of copper</dd><dt>Wall<dd>Of stone</dl>" },
	{
		name: "a table",
		body: "<table><caption>Heights</caption><tr><th>Year<th>Metres<tr><td>1931<td>34</table>",
	},
	{ name: "nested tables", body: "<table><tr><td>A<table><tr><td>1<td>2</table><td>B</table>" },
	{ name: "line breaks", body: "<p>One line<br>another<br/>and <wbr>a third</p>" },
	{ name: "preformatted text", body: "<pre>one\n  two\tthree\n\nfour</pre>" },
	{ name: "white space", body: "<p>One&nbsp;word \n\t and&emsp;an<b>other</b> <i> word</i></p>" },
	{
		name: "entities",
		body: "<p>5 &lt; 6 &amp;amp; caf&eacute; &#8364;&#x31; &quot;x&quot; &notin; &copy</p>",
	},
	{ name: "soft hyphens", body: "<p>the re&shy;gional govern\u00adment</p>" },
	{
		name: "quotations",
		body: "<blockquote>He said <q>never</q>.</blockquote><p>So <q>it</q> is.</p>",
	},
	{
		name: "capitals by style",
		body: '<p style="text-transform:uppercase">The mayor resigned.</p>',
	},
	{ name: "generated text", body: "<style>.a::before{content:'Not '}</style><p class=a>true</p>" },
	{
		name: "boxes side by side",
		body: "<style>.b{display:flex}</style><div class=b><div>One</div><div>Two</div></div>",
	},
	{ name: "floats", body: '<div style="float:left">Menu</div><p>The text beside it.</p>' },
	{
		name: "inline blocks",
		body: '<p><span style="display:inline-block">One</span><span>Two</span></p>',
	},
	{
		name: "forms",
		body: "<form><fieldset><legend>Search</legend><label>Word <input value=x></label><button>Go</button></fieldset></form>",
	},
	{ name: "a choice", body: "<p>Year <select><option>1931<option>1932</select></p>" },
	{ name: "a field", body: "<p>Embed</p><textarea>&lt;iframe src=x&gt;</textarea>" },
	{
		name: "pictures",
		body: "<figure><img alt='A roof' src=x><figcaption>The roof in 1931</figcaption></figure>",
	},
	{
		name: "drawings",
		body: "<p>Before</p><svg><title>Bars</title><text>34 metres</text></svg><p>After</p>",
		differs: ["drawing"],
	},
	{
		name: "media",
		body: "<video>No video</video><audio>No sound</audio><object>No object</object><p>Text</p>",
		differs: ["not for readers"],
	},
	{ name: "frames", body: "<p>Text</p><iframe srcdoc='<p>Inside'></iframe>" },
	{ name: "templates", body: "<template><p>Later</p></template><p>Now</p>" },
	{
		name: "a shadow root",
		body: "<div><template shadowrootmode=open><p>In the shadow</p></template></div>",
		differs: ["shadow root"],
	},
	{
		name: "hidden elements",
		body: "<p hidden>Not now</p><p style='display:none'>Nor this</p><p>Now</p>",
	},
	{
		name: "visibility",
		body: "<p style='visibility:hidden'>Not now</p><p>Now and for a long time to come.</p>",
	},
	{
		name: "a class that hides",
		body: "<style>.x{display:none}#y{visibility:hidden}</style><p class=x>No</p><p id=y>Nor</p><p>Yes, and for long.</p>",
	},
	{
		name: "a hidden part of another",
		body: "<style>.menu .x{display:none}</style><div class=menu><p class=x>Hidden here</p></div>",
		differs: ["style of several elements"],
	},
	{
		name: "a closed dialog",
		body: "<dialog><p>Accept?</p></dialog><dialog open><p>Welcome</p></dialog>",
	},
	{ name: "a popover", body: "<div popover>Details of it</div><p>Text</p>" },
	{
		name: "closed details",
		body: "<details><summary>More</summary><p>What is told there</p></details>",
		differs: ["closed details"],
	},
	{
		name: "withdrawn text",
		body: "<p>It is <del>not</del> safe at <s>20</s> 10 euros.</p>",
		differs: ["withdrawn text"],
	},
	{
		name: "exponents",
		body: "<p>It holds 10<sup>6 </sup>cubic metres and 5 km<sup>2</sup> of CO<sub>2</sub>.</p>",
		differs: ["raised number"],
	},
	{
		name: "note signs",
		body: "<p>It fell by 5<sup><a href=#a>2</a></sup> percent.<sup>1,2 </sup>The mayor said so.<sup>[3]</sup></p>",
		differs: ["note sign"],
	},
	{ name: "marks of doubt", body: "<p>It fell.<sup>[<a>citation needed</a>]</sup></p>" },
	{
		name: "ruby",
		body: "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を読む</p>",
		differs: ["ruby reading"],
	},
	{
		name: "formulas",
		body: "<p>Half is <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> of it.</p>",
	},
	{
		name: "an annotated formula",
		body: "<p>It is <math><semantics><mn>42</mn><annotation encoding='application/x-tex'>42</annotation></semantics></math> now.</p>",
	},
	{ name: "right to left", body: "<p dir=rtl>כך אמר <bdi>Ada</bdi> בשנת 1931.</p>" },
	{
		name: "scripts without spaces",
		body: "<p>屋根は<b>1931年</b>に完成した。</p><p>ไทย<wbr>แลนด์</p>",
	},
	{ name: "a drop cap", body: "<p><span class=cap>T</span>he roof was finished.</p>" },
	{
		name: "a struck price",
		body: "<p><span style='text-decoration:line-through'>$20</span> $10</p>",
		differs: ["withdrawn text"],
	},
	{
		name: "what scripts fade in",
		body: `<div style="opacity:0"><p>${FILLER.join("</p><p>")}</p></div>`,
	},
	{
		name: "a nav",
		body: "<nav aria-hidden=true><a>Home</a></nav><p>The text of the page is longer.</p>",
		differs: ["hidden from screen readers"],
	},
	{
		name: "definition and abbreviation",
		body: "<p><dfn>WHO</dfn> (<abbr title='World Health Organization'>WHO</abbr>)</p>",
	},
	{
		name: "an address",
		body: "<address>Town Hall<br>Market 1</address><footer>© The Town</footer>",
	},
	{ name: "unclosed elements", body: "<p>One<p>Two<div>Three<b>Four</div>Five" },
	{
		name: "misnested elements",
		body: "<b><p>One</b>Two</p><a><div>Three</a>Four</div>",
		differs: ["border of boxes"],
	},
	{ name: "a comment", body: "<p>One<!-- not --> word<!doctype x> more</p>" },
	{
		name: "contents in a row",
		body: "<div style='display:grid'><span>One</span><span>Two</span></div>",
	},
	{ name: "a counter", body: "<ol start=5><li value=7>Seven</ol><p>7 of 12</p>" },
	{
		name: "editing links",
		body: "<h2>Plot<span class='mw-editsection'>[<a>edit</a>]</span></h2>",
		differs: ["link to an editor"],
	},
	{
		name: "text off screen",
		body: "<p style='position:absolute;left:-9999px'>For programs</p><p>For readers, and longer than that.</p>",
		differs: ["not seen on the screen"],
	},
	{
		name: "clipped text",
		body: "<p style='position:absolute;clip:rect(0,0,0,0)'>For programs</p><p>For readers, and longer than that.</p>",
		differs: ["not seen on the screen"],
	},
	{
		name: "text without size",
		body: "<p style='font-size:0'>For programs</p><p>For readers, and longer than that.</p>",
		differs: ["not seen on the screen"],
	},
	{ name: "noscript", body: "<noscript>Turn on scripts</noscript><p>Text</p>" },
	{
		name: "marquee and center",
		body: "<center>One</center><marquee>Two</marquee><font>Three</font>",
	},
	{
		name: "meter and progress",
		body: "<p>Done <progress value=1>100 %</progress> <meter value=1>all</meter></p>",
	},
	{ name: "long paragraphs", body: `<p>${FILLER.join(" ")}</p><p>${FILLER.join(" ")}</p>` },
];

export function ownHtml({ body }: OwnPage): string {
	const rest = FILLER.map((text) => `<p>${text}</p>`).join("");
	return `<!doctype html><html lang="en"><head><title>A page</title></head><body>${body}${rest.repeat(4)}</body></html>`;
}
