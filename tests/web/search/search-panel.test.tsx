import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { SearchAnswer } from "#contract/video.ts";
import { sampleStatement } from "#tests/web/support/sample-report.ts";
import { SearchPanel } from "#web/features/search/search-panel.tsx";

const STATEMENT = {
	...sampleStatement(),
	content: "The bridge was built in 1931.",
	key: "0".repeat(24),
	video_title: "Bridges",
	simulated: false,
};

function show(found: SearchAnswer | undefined, problem?: string, locked = false) {
	const onChoose = vi.fn();
	render(
		<SearchPanel
			text="harbour"
			found={found}
			problem={problem}
			locked={locked}
			onClose={() => {}}
			onChoose={onChoose}
		/>,
	);
	return onChoose;
}

const choose = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

afterEach(cleanup);

describe("search panel", () => {
	it("shows statements beside videos, each kind with its number", () => {
		const onChoose = show({ results: [], statements: [STATEMENT] }, undefined, true);
		expect(screen.getByRole("heading").textContent).toBe("Search Results (0)");
		expect(screen.getByText("No videos found")).toBeTruthy();
		choose("Statements (1)");
		expect(screen.getByRole("heading").textContent).toBe("Search Results (1)");
		expect(screen.queryByText("No videos found")).toBeNull();
		const hit = screen.getByRole("link");
		expect(hit.textContent).toContain("Login Required");
		fireEvent.click(hit);
		const path = `/results/${STATEMENT.video_id}/statements/${STATEMENT.id}`;
		expect(onChoose).toHaveBeenCalledExactlyOnceWith(path, expect.anything());
		choose("Videos (0)");
		expect(screen.getByText("No videos found")).toBeTruthy();
	});

	it("names who speaks, where the transcript does", () => {
		const spoken = { ...STATEMENT, speaker: "Speaker 2" };
		show({ results: [], statements: [spoken, { ...STATEMENT, id: "other" as StatementId }] });
		choose("Statements (2)");
		const [first, second] = screen.getAllByRole("link");
		expect(first?.textContent).toContain("Speaker: Speaker 2");
		expect(second?.textContent).not.toContain("Speaker");
	});

	it("says that no statement was found", () => {
		show({ results: [], statements: [] });
		choose("Statements (0)");
		expect(screen.getByText("Not checked yet")).toBeTruthy();
	});

	it("offers no choice while it loads, and if the search failed", () => {
		show(undefined);
		expect(screen.getByRole("status").textContent).toBe("Searching...");
		expect(screen.queryByRole("group")).toBeNull();
		cleanup();
		show(undefined, "Slow down.");
		expect(screen.getByRole("alert").textContent).toBe("Slow down.");
		expect(screen.queryByRole("group")).toBeNull();
	});
});
