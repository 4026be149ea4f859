import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reportPath, statementPath } from "#contract/addresses.ts";
import type { StatementId } from "#contract/ids.ts";
import type { ServedPage } from "#contract/served-page.ts";
import { SITE_PAGES } from "#contract/site.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import { LIVE_HEALTH } from "#tests/web/reports/rendered-report.ts";
import { FakeEventSource } from "#tests/web/support/fake-event-source.ts";
import {
	checkedReport,
	tooLittleReport,
	withLostGround,
} from "#tests/web/support/sample-evidence.ts";
import { sampleReport } from "#tests/web/support/sample-report.ts";
import { keys } from "#web/api/keys.ts";
import { mount } from "#web/mount.tsx";
import { renderPage } from "#web/server.tsx";

/**
 * The development build of React compares every attribute and text of the server's markup with the
 * app's first render and reports differences on the console.
 */

/** The server's clock and the browser's, on either side of midnight. */
const SERVED_AT = "2026-03-01T23:59:59Z";
const OPENED_AT = "2026-03-02T00:00:01Z";

let said: string[];
let unmount: () => void = () => {};
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"] });
	vi.stubGlobal("EventSource", FakeEventSource);
	vi.stubGlobal("matchMedia", () => ({ matches: true }));
	vi.stubGlobal("scrollTo", () => {});
	Element.prototype.scrollIntoView = () => {};
	delete document.documentElement.dataset.ready;
	// Every other request stays pending.
	vi.stubGlobal("fetch", () => new Promise(() => {}));
	localStorage.clear();
	said = [];
	vi.spyOn(console, "error").mockImplementation((...parts) => {
		// jsdom does not know the element.
		if (!String(parts[0]).includes("<%s> is unrecognized")) said.push(parts.map(String).join(" "));
	});
});
afterEach(() => {
	// What stays mounted asks for new data during the tests of another file.
	act(unmount);
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	document.body.replaceChildren();
});

type Visit = { path: string; query?: string; data?: Partial<ServedPage> };

/** Serves a page and lets the app hydrate it; returns the served markup. */
async function takeOver({ path, query = "", data = {} }: Visit) {
	const page = {
		answers: { [keys.health]: LIVE_HEALTH, ...data.answers },
		problems: data.problems ?? {},
		...(data.age_min !== undefined && { age_min: data.age_min }),
	};
	vi.setSystemTime(SERVED_AT);
	const address = { search: "", origin: "https://bs.example.org" };
	const { TZ: zone = "UTC" } = process.env;
	process.env.TZ = "UTC";
	const { html, parts } = renderPage(path, page, address);
	process.env.TZ = zone;
	vi.setSystemTime(OPENED_AT);
	window.history.replaceState(null, "", path + query);
	const root = document.createElement("div");
	document.body.append(root);
	root.innerHTML = html;
	const [first] = root.querySelectorAll("h1");
	await act(async () => {
		unmount = mount(root, { ...page, rendered: { ...address, parts } });
	});
	await waitFor(() => expect(document.documentElement.dataset).toHaveProperty("ready"));
	// The element itself stays, so scroll position and focus do too.
	expect(first?.isConnected).toBe(true);
	return { html, root };
}

const visitReport = (report: Report, statement_id?: string, query = ""): Visit => {
	const { id } = report.video;
	// Shown as "Today", "Yesterday" or a date, depending on the reader's clock and time zone.
	const video = { ...report.video, updated_at: SERVED_AT };
	return {
		path: statement_id ? statementPath(id, statement_id) : reportPath(id),
		query,
		data: { answers: { [keys.report(id)]: { ...report, video } } },
	};
};

function aged(visit: Visit, age_min: number): Visit {
	return { ...visit, data: { ...visit.data, age_min } };
}

const PUBLIC = Object.entries(SITE_PAGES).flatMap(([path, { indexable }]) =>
	indexable ? [path] : [],
);
const sample = sampleReport();
const checked = checkedReport();

/** More statements than are taken over with the page. */
const long: Report = {
	...checked,
	statements: Array.from({ length: 60 }, (_, place) => ({
		...(checked.statements[place % checked.statements.length] as Statement),
		id: `long-${place}` as StatementId,
		timestamp: 5 * place,
	})),
};

const VISITS: [string, Visit][] = [
	...PUBLIC.map((path): [string, Visit] => [path, { path }]),
	["an unknown address", { path: "/nowhere" }],
	["home with a link in its address", { path: "/", query: "?url=abc" }],
	["a section of a page", { path: "/about", query: "#corrections" }],
	["a report", visitReport(sample)],
	["a report with evidence", visitReport(checked)],
	["a long report", visitReport(long)],
	["a long report at a far statement", visitReport(long, "", "#s-long-50")],
	["a copy of a report", aged(visitReport(checked), 12)],
	["a report whose evidence has changed", visitReport(withLostGround(checked, "refuted"))],
	[
		"a report on a member's transcript",
		visitReport({ ...sample, video: { ...sample.video, transcript_source: "member" } }),
	],
	["a report of which little was checked", visitReport(tooLittleReport(1))],
	["a report without statements", visitReport({ ...sample, statements: [] })],
	["a statement", visitReport(sample, "one")],
	["a statement with evidence", visitReport(checked, "refuted")],
	["a report at a second, sorted", visitReport(sample, "", "?t=83&sort=score")],
	["a report at a statement", visitReport(checked, "", "#statement-refuted")],
	[
		"an unknown video",
		{
			path: reportPath("abcdefghijk"),
			data: {
				problems: {
					[keys.report("abcdefghijk")]: {
						type: "https://checks.example/api/docs#problem-video_not_found",
						title: "Video not found",
						status: 404,
						detail: "There is no result for this video.",
						code: "video_not_found",
						request_id: "page",
					},
				},
			},
		},
	],
];

describe.each(["Pacific/Kiritimati", "America/Anchorage"])(
	"hydration in the time zone %s",
	(zone) => {
		const before = process.env.TZ;
		beforeEach(() => {
			process.env.TZ = zone;
		});
		afterEach(() => {
			if (before === undefined) delete process.env.TZ;
			else process.env.TZ = before;
		});

		it.each(VISITS)("matches the server's markup: %s", async (_name, visit) => {
			const { html } = await takeOver(visit);
			expect(html).not.toContain("style=");
			expect(said).toEqual([]);
		});
	},
);
