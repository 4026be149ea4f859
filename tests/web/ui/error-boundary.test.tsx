import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";

const page = { broken: false };

function Page() {
	if (page.broken) throw new Error("secret internals");
	return <p>The page</p>;
}

afterEach(() => {
	cleanup();
	vi.restoreAllMocks();
});

describe("ErrorBoundary", () => {
	it("shows an error screen without internals, and the page again after Try Again", () => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		page.broken = true;
		render(
			<ErrorBoundary>
				<Page />
			</ErrorBoundary>,
		);
		const screen_text = screen.getByRole("alert").textContent;
		expect(screen_text).toContain("Something went wrong");
		expect(screen_text).toContain(
			"We encountered an unexpected error. Please try refreshing the page.",
		);
		expect(screen_text).not.toContain("secret internals");
		expect(screen.getByRole("button", { name: "Refresh Page" })).toBeTruthy();
		page.broken = false;
		fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
		expect(screen.getByText("The page")).toBeTruthy();
	});
});
