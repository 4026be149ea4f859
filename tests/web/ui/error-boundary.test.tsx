import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
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
	document.body.replaceChildren();
	delete document.documentElement.dataset.hydrated;
});

function Article() {
	return (
		<article>
			<h1>The title</h1>
			<Page />
			<a href="/archive">Archive</a>
			<button type="button">Vote</button>
		</article>
	);
}

/** Takes over the markup of the server in a browser in which a part of it throws. */
async function takeOverAndFail(): Promise<void> {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const main = document.createElement("main");
	main.id = "main";
	document.body.append(main);
	const app = (
		<ErrorBoundary keeps="main">
			<Article />
		</ErrorBoundary>
	);
	page.broken = false;
	main.innerHTML = renderToString(app);
	page.broken = true;
	await act(() => void hydrateRoot(main, app, { onRecoverableError: () => {} }));
}

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

	it("keeps the page that the server sent, and says that a part of it does not work", async () => {
		document.documentElement.dataset.hydrated = "";
		document.documentElement.dataset.scripts = "";
		await takeOverAndFail();
		expect(screen.getByRole("heading", { name: "The title" })).toBeTruthy();
		expect(screen.getByText("The page")).toBeTruthy();
		expect(screen.getByRole("link", { name: "Archive" }).getAttribute("href")).toBe("/archive");
		expect(screen.getByRole("button", { name: "Vote" }).hasAttribute("disabled")).toBe(true);
		const notice = screen.getByRole("alert").textContent;
		expect(notice).toContain("does not work in this browser");
		expect(notice).not.toMatch(/refresh/i);
		expect(document.documentElement.dataset.scripts).toBeUndefined();
	});

	it("keeps nothing of a page that the app itself has shown", async () => {
		await takeOverAndFail();
		expect(screen.queryByRole("heading", { name: "The title" })).toBeNull();
		expect(screen.getByRole("alert").textContent).toContain("Something went wrong");
	});
});
