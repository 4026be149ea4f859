import { describe, expect, it } from "vitest";
import { type MenuAction, withExcel } from "#web/ui/action-menu.tsx";

const TABLE: MenuAction = { label: "Table", icon: "download", href: "/x.csv", kind: "table" };
const OTHER: MenuAction = { label: "Print", icon: "print" };

describe("a table in a menu", () => {
	it.each([
		["de-DE", "German"],
		["fr", "French"],
		["pt-BR", "Portuguese"],
		["id-ID", "Indonesian"],
	])("is offered for Excel in %s, which splits at semicolons", (locale, name) => {
		const label = `For Excel in ${name} (CSV)`;
		const excel = { ...TABLE, label, href: "/x.csv?separator=%3B" };
		expect(withExcel([TABLE, OTHER], locale)).toEqual([TABLE, excel, OTHER]);
	});

	it.each(["en-US", "ja", "de-CH", "es-MX"])("is offered once in %s", (locale) => {
		expect(withExcel([TABLE, OTHER], locale)).toEqual([TABLE, OTHER]);
	});
});
