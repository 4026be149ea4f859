import fc from "fast-check";
import { expect, it } from "vitest";
import { mailedLink } from "#features/sharing/pages/mailed-link.ts";

const PAGES = ["/confirm-email", "/confirm-new-email", "/reset-password", "/following"];

it("finds a link again however often its signs were quoted", () => {
	const token = fc.stringMatching(/^[\w-]{43}$/);
	fc.assert(
		fc.property(fc.constantFrom(...PAGES), token, fc.nat(3), fc.boolean(), (page, T, times, eq) => {
			let quoted = eq ? "#token=" : "#token\0";
			for (let n = 0; n <= times; n += 1)
				quoted =
					n === 0 ? quoted.replace("#", "%23").replace("\0", "%3D") : quoted.replaceAll("%", "%25");
			expect(mailedLink(`${page}${quoted}${T}`)).toBe(`${page}#token=${T}`);
		}),
	);
});

it.each([
	["/reset-password/?token=abc&data=05%7C02", "/reset-password#token=abc"],
	["/newsletter/unsubscribe%3Ftoken=abc", "/newsletter/unsubscribe#token=abc"],
	["/confirm-email", null],
	["/confirm-email?token=", null],
	["/results/abc%23token=abc", null],
	["//evil.example/confirm-email%23token=abc", null],
	["/confirm-email%E0%A4%23", null],
])("of %s it is %s", (address, link) => {
	expect(mailedLink(address)).toBe(link);
});
