import { describe, expect, it } from "vitest";
import { readHtml } from "#features/evidence/read-html.ts";

const textOf = (body: string) => readHtml(`<body><p>a ${body} b</p></body>`).text;
const math = (content: string) => `<math>${content}</math>`;
const SIX = "<msup><mn>10</mn><mn>6</mn></msup>";

describe("a formula", () => {
	it.each([
		["a number", "<mn>42</mn>", "42"],
		["a fraction", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"],
		["a mixed fraction", "<mn>3</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "3 1/2"],
		[
			"a mixed fraction in a row",
			"<mn>3</mn><mrow><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow>",
			"3 1/2",
		],
		[
			"a fraction of sums",
			"<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>",
			"(a+b)/c",
		],
		["a power", SIX, "10^6"],
		["a negative power", "<msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup>", "10^-3"],
		["an index", "<msub><mi>CO</mi><mn>2</mn></msub>", "CO2"],
		["an index and a power", "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x1^2"],
		["a root", "<msqrt><mn>2</mn></msqrt>", "√2"],
		["a root of a sum", "<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x+1)"],
		["a third root", "<mroot><mn>8</mn><mn>3</mn></mroot>", "8^(1/3)"],
		["a mean", "<mover><mi>x</mi><mo>¯</mo></mover>", "x"],
		["an invisible product", "<mn>2</mn><mo>&#8290;</mo><mn>3</mn>", "2 3"],
		["a percentage", "<mn>42</mn><mo>%</mo>", "42%"],
	])("of %s", (_, content, text) => {
		expect(textOf(math(content))).toBe(`a ${text} b`);
		expect(textOf(`<mml:math>${content.replace(/<(\/?)m/g, "<$1mml:m")}</mml:math>`)).toBe(
			`a ${text} b`,
		);
	});

	it("reads once, whatever program wrote it", () => {
		const annotated = `<semantics>${SIX}<annotation-xml encoding="MathML-Content"><apply><power/><cn>10</cn><cn>6</cn></apply></annotation-xml><annotation encoding="application/x-tex">10^{6}</annotation></semantics>`;
		const pages = {
			LaTeXML: `<math class="ltx_Math" alttext="10^{6}">${annotated}</math>`,
			KaTeX: `<span class="katex"><span class="katex-mathml"><math>${annotated}</math></span><span class="katex-html" aria-hidden="true"><span class="mord">10</span><span class="msupsub">6</span></span></span>`,
			"MathJax 2": `<span class="MathJax_Preview"></span><span class="MathJax"><nobr aria-hidden="true"><span class="mn">10</span><span class="mn">6</span></nobr><span class="MJX_Assistive_MathML" role="presentation"><math>${SIX}</math></span></span><script type="math/tex">10^6</script>`,
			"MathJax 2 without its assistive form": `<span class="MathJax" data-mathml='<math>${SIX}</math>'><nobr aria-hidden="true"><span class="mn">10</span><span class="mn">6</span></nobr></span>`,
			"MathJax 3": `<mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-mn>10</mjx-mn><mjx-mn>6</mjx-mn></mjx-math><mjx-assistive-mml style="clip: rect(1px,1px,1px,1px)"><math>${SIX}</math></mjx-assistive-mml></mjx-container>`,
			Wikipedia: `<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math>${annotated}</math></span><img alt="10^{6}"></span>`,
		};
		for (const [program, html] of Object.entries(pages))
			expect([program, textOf(html)]).toEqual([program, "a 10^6 b"]);
	});

	it("does not end the text where it is cut off or nested deeply", () => {
		expect(readHtml("<p>a <math><mn>5</mn>").text).toBe("a 5");
		const deep = `${"<mrow>".repeat(300)}<mn>5</mn>${"</mrow>".repeat(300)}`;
		expect(textOf(math(deep))).toBe("a 5 b");
	});
});
