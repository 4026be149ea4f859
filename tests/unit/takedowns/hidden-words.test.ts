import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatsHidden } from "#features/takedowns/hidden-words.ts";

const hide = (quote: string, content = "") => [{ id: "one", quote, quote_key: "", content }];
const said = (quote: string, content = "") => ({ quote, content });

describe("a statement that was taken down", () => {
	it.each([
		["the same words", "he sold the turbines", "He sold the turbines!"],
		["a longer cut", "he sold the turbines", "and then he sold the turbines to the harbour"],
		[
			"a shorter cut",
			"and then he sold the turbines to the harbour",
			"he sold the turbines to the harbour",
		],
		["a shifted cut", "in 1887 he sold the old turbines", "he sold the old turbines to them"],
		["accents and case", "Él vendió las turbinas viejas", "el vendio las turbinas viejas"],
		["two words", "He lied", "he lied."],
		["Japanese", "彼は古いタービンを港に売りました", "彼は古いタービンを港に売りましたと言った"],
		["Thai", "เขาขายกังหันเก่าให้กับท่าเรือ", "แล้วเขาขายกังหันเก่าให้กับท่าเรือ"],
		["Arabic", "باع التوربينات القديمة للميناء", "ثم باع التوربينات القديمة للميناء"],
	])("is recognised by %s", (_, hidden, found) => {
		expect(repeatsHidden(said(found), hide(hidden))).toBe(true);
	});

	it.each([
		["another figure", "unemployment fell by three percent", "unemployment fell in every region"],
		["a shared name", "the minister of trade resigned", "the minister of health stayed"],
		["nothing in common", "he sold the turbines", "the museum opened in 1931"],
		["two common words", "he lied", "he lied about his age when he joined the navy"],
		["no words", "", "anything at all"],
	])("is not confused with another by %s", (_, hidden, found) => {
		expect(repeatsHidden(said(found), hide(hidden))).toBe(false);
	});

	it("is recognised by its wording if the quote is another", () => {
		const hidden = hide("so there he went and did it", "The mayor sold the turbines.");
		expect(repeatsHidden(said("did he? yes", "The mayor sold the turbines."), hidden)).toBe(true);
	});

	it("is recognised in any longer passage, whatever surrounds it", () => {
		const word = fc.stringMatching(/^[a-z]{1,9}$/);
		const words = fc.array(word, { minLength: 3, maxLength: 30 });
		fc.assert(
			fc.property(words, fc.array(word), fc.array(word), (own, before, after) => {
				const found = [...before, ...own, ...after].join(" ");
				expect(repeatsHidden(said(found), hide(own.join(" ")))).toBe(true);
			}),
		);
	});
});
