import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { shellAnswers } from "#tests/web/support/sample-member.ts";
import { ArchivePage } from "#web/features/reports/archive-page.tsx";

function serve() {
	const page = () => ({ body: { videos: [], next_cursor: null } });
	return fakeApi({
		...shellAnswers(null),
		"/api/videos": page,
		"/api/videos?q=bridge": page,
		"/api/videos?q=tower": page,
	});
}

const field = () => screen.getByLabelText<HTMLInputElement>(/by title/);
const address = () => screen.getByTestId("address").textContent;

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("archive search", () => {
	it("writes the query into the address and requests it", async () => {
		const asked = serve();
		openPage(<ArchivePage />, "/results");
		expect(await screen.findByText("Nothing analyzed yet")).toBeTruthy();
		fireEvent.change(field(), { target: { value: " bridge " } });
		await waitFor(() => expect(address()).toBe("/results?q=bridge"));
		expect(await screen.findByText("No videos found")).toBeTruthy();
		expect(asked.map(({ path }) => path)).toContain("/api/videos?q=bridge");
		fireEvent.change(field(), { target: { value: "" } });
		await waitFor(() => expect(address()).toBe("/results"));
	});

	it("starts with the query of the address", async () => {
		const asked = serve();
		openPage(<ArchivePage />, "/results?q=tower");
		expect(await screen.findByText("No videos found")).toBeTruthy();
		expect(field().value).toBe("tower");
		expect(asked.map(({ path }) => path)).not.toContain("/api/videos");
	});
});
