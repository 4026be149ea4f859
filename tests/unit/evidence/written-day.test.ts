import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findWrittenDay } from "#features/evidence/written-day.ts";
import { monthNames } from "#scripts/month-names.ts";

const FILE = new URL("../../../worker/features/evidence/month-names.json", import.meta.url);
const LANGUAGES =
	`af be bg bn ca cs da de el en es et fa fi fr he hi hr hu hy id is it ja ka kk km ko lo
	lt lv mk nb nl pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh zu`.split(/\s+/);

describe("findWrittenDay", () => {
	it("has the names of months that this Node knows", () => {
		expect(JSON.parse(readFileSync(fileURLToPath(FILE), "utf8"))).toEqual(JSON.parse(monthNames()));
	});

	it.each(LANGUAGES)("reads what Intl writes in %s", (language) => {
		const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
		for (let month = 0; month < 12; month += 1)
			for (const day of [1, 9, 15, 28]) {
				const date = new Date(Date.UTC(2024, month, day));
				const text = format.format(date);
				expect([text, findWrittenDay(text, language)]).toEqual([
					text,
					date.toISOString().slice(0, 10),
				]);
			}
	});

	it.each([
		["15. marraskuuta 2024", null, "2024-11-15"],
		["1 Sept. 2024", null, "2024-09-01"],
		["12 listopada 2024", null, null],
		["12 listopada 2024", "hr", "2024-10-12"],
		["12 listopada 2024", "pl-PL", "2024-11-12"],
		["31/05/2024", null, "2024-05-31"],
		["05/06/2024", null, null],
		["31 พฤษภาคม 2567", "en", null],
		["Fri May 31 09:35:14 CEST 2024", null, "2024-05-31"],
		["ngày 31 tháng 5 năm 2024", null, "2024-05-31"],
		["2024 m. gegužės 31 d.", null, "2024-05-31"],
		["March hare 12, 2024", null, null],
	])("reads %s in %s as %s", (text, language, day) => {
		const found = findWrittenDay(text, language);
		expect(found === null || found < "2100" ? found : null).toBe(day);
	});
});
