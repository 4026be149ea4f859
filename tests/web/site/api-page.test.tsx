import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RequestAnalysis } from "#contract/public-api.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import { sampleVideo, VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { ApiPage } from "#web/features/site/pages/api-page.tsx";

function open(contact_email: string | null, analyzed = true) {
	fakeApi({
		"/api/auth/session": () => ({ body: { user: null, providers: { google: false } } }),
		"/api/health": () => ({ body: sampleHealth({ contact_email }) }),
		"/api/videos/recent": () => ({ body: { videos: analyzed ? [sampleVideo()] : [] } }),
	});
	openPage(<ApiPage />, "/api");
}

const ORIGIN = window.location.origin;

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("API page", () => {
	it("shows commands that work on this site as they are", async () => {
		open(null);
		const report = `curl ${ORIGIN}/api/videos/${VIDEO_ID}`;
		expect(await screen.findByText(report)).toBeTruthy();
		expect(screen.getByText(`curl '${ORIGIN}/api/search?q=the'`)).toBeTruthy();
		expect(screen.getByText(/\/api\/analyze \\/).textContent).toContain(
			`{"url":"https://www.youtube.com/watch?v=${VIDEO_ID}"}`,
		);
	});

	it("requests in its v1 example only available raters and no more than an API key allows", async () => {
		open(null);
		const call = await screen.findByText(/"models"/);
		const [, body = "null"] = /-d '(.*)'$/s.exec(call.textContent ?? "") ?? [];
		expect(RequestAnalysis.parse(JSON.parse(body))).toEqual({
			url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
			options: { models: ["openai"], include_sources: true },
		});
	});

	it("shows a placeholder for the id if nothing has been analyzed", async () => {
		open(null, false);
		expect(await screen.findByText(`curl ${ORIGIN}/api/videos/VIDEO_ID`)).toBeTruthy();
	});

	it("copies a command unchanged", async () => {
		const writeText = vi.fn(async () => {});
		vi.stubGlobal("navigator", { clipboard: { writeText }, onLine: true });
		open(null);
		await screen.findByText(`curl ${ORIGIN}/api/videos/${VIDEO_ID}`);
		fireEvent.click(screen.getByRole("button", { name: "Copy: Read a report" }));
		await screen.findByText("Copied", { selector: "span" });
		expect(writeText).toHaveBeenCalledWith(`curl ${ORIGIN}/api/videos/${VIDEO_ID}`);
	});

	it("links to an email only if there is a contact address", async () => {
		open("team@example.test");
		const ask = await screen.findByRole("link", { name: "Ask About the API" });
		expect(ask.getAttribute("href")).toMatch(/^mailto:team@example\.test\?subject=/);
		cleanup();
		open(null);
		await screen.findByText(/not published an address for questions/);
		expect(screen.queryByRole("link", { name: "Ask About the API" })).toBeNull();
	});

	it("has a bookmarklet that opens another page's link on this site", async () => {
		open(null);
		const link = await screen.findByRole("link", { name: "Check with BS Detector" });
		const script = link.getAttribute("href")?.replace("javascript:", "") ?? "";
		const opened: string[] = [];
		new Function("open", "location", `return ${script}`)(
			(address: string) => opened.push(address),
			{ href: "https://www.youtube.com/watch?v=abcdefghijk&t=5" },
		);
		expect(opened).toEqual([
			`${ORIGIN}/?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dabcdefghijk%26t%3D5`,
		]);
		expect(fireEvent.click(link)).toBe(false);
		await screen.findByText(/drag it there/);
	});
});
