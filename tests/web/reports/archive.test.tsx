import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FoundStatement } from "#contract/statement.ts";
import type { SearchAnswer } from "#contract/video.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { shellAnswers } from "#tests/web/support/sample-member.ts";
import { sampleStatement } from "#tests/web/support/sample-report.ts";
import { ArchivePage } from "#web/features/reports/archive-page.tsx";

function serve() {
	const page = () => ({ body: { videos: [], next_cursor: null } });
	return fakeApi({
		...shellAnswers(null),
		"/api/videos?scope=full": page,
		"/api/videos?scope=full&q=bridge": page,
		"/api/videos?scope=full&q=tower": page,
		"/api/videos?scope=moments": page,
		"/api/videos?scope=moments&q=tower": page,
	});
}

const field = () => screen.getByLabelText<HTMLInputElement>(/by title/);
const address = () => screen.getByTestId("address").textContent;

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

/** Of a search for "bridge". */
const FOUND: SearchAnswer = {
	results: [],
	statements: [
		{
			...sampleStatement({ timestamp: 90, timestamp_source: "estimated" }),
			content: "The bridge was built in 1931.",
			key: "0".repeat(24),
			video_title: "Bridges",
			simulated: true,
		},
	],
};
const STATEMENTS = "/results?scope=statements";

function serveStatements(answer: { status?: number; body: unknown }) {
	return fakeApi({
		...shellAnswers(null),
		"/api/videos?scope=full&q=bridge": () => ({ body: { videos: [], next_cursor: null } }),
		"/api/search?q=bridge": () => answer,
	});
}

describe("archive of statements", () => {
	it("asks for words, searches for them, and keeps them in the address", async () => {
		const asked = serveStatements({ body: FOUND });
		openPage(<ArchivePage />, STATEMENTS);
		expect(await screen.findByText("Has anyone checked this?")).toBeTruthy();
		const words = screen.getByLabelText("Search by what was said");
		fireEvent.change(words, { target: { value: "bridge " } });
		const hit = await screen.findByRole("link", { name: /The bridge was built in 1931\./ });
		const { video_id, id } = FOUND.statements[0] as FoundStatement;
		expect(hit.getAttribute("href")).toBe(`/results/${video_id}/statements/${id}`);
		expect(hit.textContent).toContain("At about 1:30 in Bridges");
		expect(hit.textContent).toContain("Simulated");
		expect(address()).toBe(`${STATEMENTS}&q=bridge`);
		expect(screen.queryByText(/newest 10/)).toBeNull();
		expect(asked.map(({ path }) => path).filter((path) => /videos/.test(path))).toEqual([]);
	});

	it("keeps the words on the way between videos and statements", async () => {
		serveStatements({ body: FOUND });
		openPage(<ArchivePage />, "/results?q=bridge");
		expect(await screen.findByText("No videos found")).toBeTruthy();
		fireEvent.click(screen.getByRole("link", { name: "Statements" }));
		await screen.findByText("The bridge was built in 1931.");
		expect(address()).toBe(`${STATEMENTS}&q=bridge`);
		fireEvent.click(screen.getByRole("link", { name: "Whole videos" }));
		expect(await screen.findByText("No videos found")).toBeTruthy();
		expect(address()).toBe("/results?q=bridge");
	});

	it("says that nothing is found, and what can be done", async () => {
		serveStatements({ body: { results: [], statements: [] } });
		openPage(<ArchivePage />, `${STATEMENTS}&q=bridge`);
		expect(await screen.findByText("Not checked yet")).toBeTruthy();
		const link = screen.getByRole("link", { name: "Analyze a Video" });
		expect(link.getAttribute("href")).toBe("/");
	});

	it("says why a search fails, and tries again", async () => {
		const answers = [{ status: 429, body: problem(429, "too_many", "Slow down.") }];
		const asked = fakeApi({
			...shellAnswers(null),
			"/api/search?q=bridge": () => answers.pop() ?? { body: FOUND },
		});
		openPage(<ArchivePage />, `${STATEMENTS}&q=bridge`);
		expect((await screen.findByRole("alert")).textContent).toContain("Slow down.");
		fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
		await screen.findByText("The bridge was built in 1931.");
		expect(asked.filter(({ path }) => path.startsWith("/api/search"))).toHaveLength(2);
	});
});

describe("archive search", () => {
	it("writes the query into the address and requests it", async () => {
		const asked = serve();
		openPage(<ArchivePage />, "/results");
		expect(await screen.findByText("Nothing analyzed yet")).toBeTruthy();
		fireEvent.change(field(), { target: { value: " bridge " } });
		await waitFor(() => expect(address()).toBe("/results?q=bridge"));
		expect(await screen.findByText("No videos found")).toBeTruthy();
		expect(asked.map(({ path }) => path)).toContain("/api/videos?scope=full&q=bridge");
		fireEvent.change(field(), { target: { value: "" } });
		await waitFor(() => expect(address()).toBe("/results"));
	});

	it("starts with the query of the address", async () => {
		const asked = serve();
		openPage(<ArchivePage />, "/results?q=tower");
		expect(await screen.findByText("No videos found")).toBeTruthy();
		expect(field().value).toBe("tower");
		expect(asked.map(({ path }) => path)).not.toContain("/api/videos?scope=full");
	});

	it("stays when the list changes", async () => {
		const asked = serve();
		openPage(<ArchivePage />, "/results?q=tower");
		await screen.findByText("No videos found");
		fireEvent.click(screen.getByRole("link", { name: "Moments" }));
		await waitFor(() => expect(address()).toBe("/results?scope=moments&q=tower"));
		expect(screen.getByRole("link", { name: "Moments" }).getAttribute("aria-current")).toBe("page");
		await waitFor(() =>
			expect(asked.map(({ path }) => path)).toContain("/api/videos?scope=moments&q=tower"),
		);
		fireEvent.change(field(), { target: { value: "" } });
		expect(await screen.findByText("No moments checked yet")).toBeTruthy();
		expect(address()).toBe("/results?scope=moments");
	});
});

describe("a link in the archive's search", () => {
	it("offers to check its video, or the moment that it points to", async () => {
		const path = `/results?q=${encodeURIComponent("youtu.be/dQw4w9WgXcQ?t=90")}`;
		serve();
		openPage(<ArchivePage />, path);
		expect(await screen.findByText("This link points to 1:30. Check:")).toBeTruthy();
		expect(screen.getByRole("button", { name: "Only 1:30" })).toBeTruthy();
		expect(screen.queryByText("No videos found")).toBeNull();
		fireEvent.change(field(), { target: { value: "tower" } });
		expect(await screen.findByText("No videos found")).toBeTruthy();
	});
});
