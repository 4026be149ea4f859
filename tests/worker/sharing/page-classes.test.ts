import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";
import { renderReport } from "#tests/web/reports/rendered-report.ts";
import { checkedReport, tooLittleReport } from "#tests/web/support/sample-evidence.ts";
import { sampleReport } from "#tests/web/support/sample-report.ts";

/** The name as a CSS selector, with its escapes. */
const asSelector = (name: string) =>
	`.${name.replaceAll("&amp;", "&").replace(/[^\w-]/g, (sign) => `\\${sign}`)}`;

describe("HTML rendered by the worker", () => {
	it("uses only classes from the app's style sheet", () => {
		const page = readFileSync(join(layout.webOutput, "index.html"), "utf8");
		const [, sheet = ""] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
		const report = sampleReport();
		const [first] = report.statements;
		const html = [
			renderReport(report, first?.id ?? null),
			renderReport({ ...report, statements: [] }, null),
			renderReport(checkedReport(), "refuted"),
			renderReport(tooLittleReport(1), null),
		].join("");
		const names = new Set(
			[...html.matchAll(/class="([^"]*)"/g)].flatMap(([, value = ""]) =>
				value.split(/\s+/).filter(Boolean),
			),
		);
		expect(names.size).toBeGreaterThan(40);
		const unknown = [...names].filter((name) => !sheet.includes(asSelector(name)));
		expect(unknown).toEqual([]);
		expect(html).not.toContain("style=");
	});
});
