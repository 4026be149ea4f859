import { describe, expect, it } from "vitest";
import { readTrack } from "#features/captions/tracks.ts";
import { parseClassic, parseSrv3 } from "#features/captions/xml-tracks.ts";

function srv3(body: string, head = ""): string {
	return `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><head>${head}</head><body>${body}</body></timedtext>`;
}

function texts(cues: { text: string }[]): string[] {
	return cues.map((cue) => cue.text);
}

describe("parseSrv3", () => {
	it("makes each paragraph a cue and converts milliseconds to seconds", () => {
		expect(parseSrv3(srv3('<p t="10200" d="940">Hello!</p>'))).toEqual([
			{ start: 10.2, text: "Hello!" },
		]);
	});

	it("joins spans and turns line breaks into spaces", () => {
		const body = '<p t="0" d="1">so<s t="90"> it</s><s> goes\non</s><br/>here</p>';
		expect(texts(parseSrv3(srv3(body)))).toEqual(["so it goes on here"]);
	});

	it("skips paragraphs that only scroll", () => {
		const body =
			'<p t="0" d="5000" w="1"><s>one</s></p><p t="900" d="9" w="1" a="1">\n</p><p t="950" d="5000" w="1"><s>two</s></p>';
		expect(texts(parseSrv3(srv3(body)))).toEqual(["one", "two"]);
	});

	it("keeps the base text of ruby without its reading or brackets", () => {
		const head = '<pen id="1" rb="1"/><pen id="2" rb="2"/><pen id="3" rb="4"/>';
		const body =
			'<p t="0" d="1"><s p="1">漢</s><s p="2">(</s><s p="3">かん</s><s p="2">)</s>&#8203;<s p="1">字</s></p>';
		expect(texts(parseSrv3(srv3(body, head)))).toEqual(["漢字"]);
	});

	it("decodes entities once", () => {
		const body = '<p t="0" d="1">R&amp;D &#39;x&#x27; &amp;lt; &lt;b&gt;now</p>';
		expect(texts(parseSrv3(srv3(body)))).toEqual(["R&D 'x' &lt; now"]);
	});

	it("ignores comments and declarations", () => {
		const body = '<!-- <p t="1">no</p> --><p t="0" d="1">yes<!-- > --></p>';
		expect(texts(parseSrv3(srv3(body)))).toEqual(["yes"]);
	});

	it("counts shadows and frames of an animation once", () => {
		const shadow = '<p t="1" d="900">Title</p>';
		const frames = [0, 60, 120, 180].map((ms) => `<p t="${5000 + ms}" d="60">Boing</p>`);
		const body = [shadow, shadow, ...frames].join("");
		expect(texts(parseSrv3(srv3(body)))).toEqual(["Title", "Boing"]);
	});

	it("keeps both copies of a line that is said twice", () => {
		const body = '<p t="0" d="900">No.</p><p t="900" d="900">No.</p>';
		expect(parseSrv3(srv3(body))).toHaveLength(2);
	});
});

describe("parseClassic", () => {
	const wrap = (body: string) =>
		`<?xml version="1.0" encoding="utf-8" ?><transcript>${body}</transcript>`;

	it("makes each text element a cue with its time in seconds", () => {
		const body = '<text start="6.54" dur="1.7">Hello\nthere</text>';
		expect(parseClassic(wrap(body))).toEqual([{ start: 6.54, text: "Hello there" }]);
	});

	it("decodes entities twice, including numeric ones", () => {
		const body =
			'<text start="1" dur="1">it&amp;#39;s &amp;quot;R&amp;amp;D&amp;quot; &amp;#x2014; 5 &amp;lt; 6</text>';
		expect(texts(parseClassic(wrap(body)))).toEqual(['it\'s "R&D" — 5 < 6']);
	});

	it("removes escaped tags and skips empty elements", () => {
		const body =
			'<text start="1" dur="1">this is &lt;i>not&lt;/i> it</text><text start="2" dur="1"></text><text start="3" dur="1"/>';
		expect(texts(parseClassic(wrap(body)))).toEqual(["this is not it"]);
	});

	it("turns escaped speaker marks into turns", () => {
		const body =
			'<text start="1" dur="1">right?</text><text start="2" dur="1">&amp;gt;&amp;gt; Yes.</text>';
		expect(texts(parseClassic(wrap(body)))).toEqual(["right?", "\n\nYes."]);
	});
});

describe("readTrack", () => {
	it("recognises the formats by their root element", () => {
		expect(readTrack(srv3('<p t="1" d="1">a</p>'))).toHaveLength(1);
		const classic = '<transcript><text start="1">b</text></transcript>';
		expect(readTrack(classic)).toHaveLength(1);
		const vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nc";
		expect(readTrack(vtt)).toHaveLength(1);
	});

	it.each([
		"",
		"   ",
		"Forbidden",
		"<!DOCTYPE html><html><body><p>Before you continue</p></body></html>",
		"<timedtext",
		"WEBVTTX",
	])("finds no cues in %j", (body) => {
		expect(readTrack(body)).toEqual([]);
	});
});

describe("XML of any kind", () => {
	it("reads brackets within quotes and both kinds of quotes", () => {
		const body = `<p x="1>0" t='5000' y='"x"' c>t</p>`;
		expect(parseSrv3(srv3(body))).toEqual([{ start: 5, text: "t" }]);
	});

	it("stops at markup that is cut off", () => {
		for (const broken of ["<p", '<p a="', "<!-- ", "<![CDATA[", "<?x", "<br", "</p"])
			expect(texts(parseSrv3(`<timedtext><p t="1">x${broken}`))).toEqual(["x"]);
	});

	it("keeps CDATA unchanged and expands no entities", () => {
		const xml =
			"<!DOCTYPE x [<!ENTITY lol 'no'>]><timedtext><p><![CDATA[1 < 2 &amp;]]>&lol;</p></timedtext>";
		expect(texts(parseSrv3(xml))).toEqual(["1 < 2 &amp;&lol;"]);
	});

	it("reads attributes named like properties of Object", () => {
		const body = '<p __proto__="x" constructor="y" t="1000">t</p>';
		expect(parseSrv3(srv3(body))).toEqual([{ start: 1, text: "t" }]);
	});

	it("stops where elements nest deeper than in any track", () => {
		const body = `<p t="0">a</p><p t="1">b${"<s>".repeat(100)}c</p><p t="2">d</p>`;
		expect(texts(parseSrv3(srv3(body)))).toEqual(["a", "b"]);
	});
});
