import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { correctedEmail } from "#web/ui/mistyped-domain.ts";

const LARGE = [
	"gmail.com",
	"hotmail.com",
	"outlook.com",
	"icloud.com",
	"yahoo.com",
	"protonmail.com",
	"googlemail.com",
	"t-online.de",
	"seznam.cz",
	"yandex.ru",
	"naver.com",
];

describe("a slip in an address", () => {
	it.each([
		...[
			"gmial.com",
			"gmail.con",
			"gmail.cmo",
			"gmail.co",
			"gmai.com",
			"gnail.com",
			"GMIAL.COM",
		].map((domain) => [domain, "gmail.com"]),
		...["gmail,com", "gmailcom", "gmail.comm", "gmail.de", "gmail.vom", "mgail.com"].map(
			(domain) => [domain, "gmail.com"],
		),
		["hotmial.com", "hotmail.com"],
		["hotmil.con", "hotmail.com"],
		["hotmail.cou.k", "hotmail.co.uk"],
		["hotmail.rf", "hotmail.fr"],
		["yaho.com", "yahoo.com"],
		["yahoo.cojp", "yahoo.co.jp"],
		["outlok.com", "outlook.com"],
		["iclod.com", "icloud.com"],
		["aol.con", "aol.com"],
		["gmx.ed", "gmx.de"],
		["web.ed", "web.de"],
		["mail.ur", "mail.ru"],
		["163.con", "163.com"],
		["o2.lp", "o2.pl"],
		["t-onlin.de", "t-online.de"],
		["googlemial.com", "googlemail.com"],
	])("is seen in %s: %s", (typed, meant) => {
		expect(correctedEmail(`Ada.L+x@${typed}`)).toBe(`Ada.L+x@${meant}`);
	});

	it.each([
		...LARGE,
		"example.org",
		"mit.edu",
		"uni-muenchen.de",
		"münchen.example",
		"company.co",
		"mail.example",
		"email.com",
		"mailbox.org",
		"foxmail.com",
		"hanmail.net",
		"tutanota.com",
		"yahoo.com.au",
		"hotmail.ca",
		"hotmail.be",
		"live.no",
		"gmx.net",
		"mac.com",
		"snail.com",
		"cloud.com",
	])("is not seen in %s", (domain) => {
		expect(correctedEmail(`ada@${domain}`)).toBeNull();
	});

	it("is not looked for in what is no address", () => {
		for (const typed of ["", "ada", "@gmial.com", "ada@", "ada@@"])
			expect(correctedEmail(typed)).toBeNull();
	});

	it("is seen wherever two letters of a provider's name are exchanged", () => {
		const exchanged = fc
			.record({ domain: fc.constantFrom(...LARGE), at: fc.nat() })
			.map(({ domain, at }) => {
				const [name = "", ...ending] = domain.split(".");
				const place = at % (name.length - 1);
				const letters = [...name];
				[letters[place], letters[place + 1]] = [letters[place + 1] ?? "", letters[place] ?? ""];
				return { domain, typed: [letters.join(""), ...ending].join(".") };
			});
		fc.assert(
			fc.property(exchanged, ({ domain, typed }) => {
				const meant = typed === domain ? null : `ada@${domain}`;
				return correctedEmail(`ada@${typed}`) === meant;
			}),
		);
	});
});
