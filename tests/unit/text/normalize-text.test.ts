import { expect, it } from "vitest";
import { normalizeText, storedText } from "#text/clean.ts";

/** Those that a text can have, without halves of pairs. */
function* codePoints(): Generator<string> {
	for (let code = 0; code <= 0x10ffff; code += 1)
		if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}

it("each character is normalised as Unicode says", () => {
	const other = [...codePoints()].filter((it) => normalizeText(it, "NFC") !== it.normalize("NFC"));
	expect(other).toEqual([]);
});

it("each character can be stored, apart from NUL", () => {
	const other = [...codePoints()].filter((it) => storedText(`a${it}b`) !== `a${it}b`);
	expect(other).toEqual(["\0"]);
	expect(storedText("a\ud800b\udc00")).toBe("a\ufffdb\ufffd");
});
