import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sampleStatement, sampleVideo, VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { ExportMenu } from "#web/features/reports/report-view.tsx";
import { StatementLinks } from "#web/features/reports/statements/statement-details.tsx";
import { embedCode, postLinks, shareText } from "#web/features/sharing/share-links.ts";
import { ShareMenu } from "#web/features/sharing/share-menu.tsx";

const PAGE = `${window.location.origin}/results/${VIDEO_ID}`;

/** Gives the browser a capability that jsdom lacks. */
function lend(power: "clipboard" | "share", value: unknown): void {
	Object.defineProperty(navigator, power, { value, configurable: true });
}

function clipboard(writeText: (text: string) => Promise<void>) {
	lend("clipboard", { writeText });
}

function takeBack(): void {
	for (const power of ["clipboard", "share"]) Reflect.deleteProperty(navigator, power);
}

/** Clicks within `act`, as the press may load a part of the program. */
async function press(element: HTMLElement): Promise<void> {
	await act(async () => void fireEvent.click(element));
}

async function choose(button: RegExp, item: string): Promise<void> {
	await press(screen.getByRole("button", { name: button }));
	await press(await screen.findByRole("menuitem", { name: item }));
}

afterEach(() => {
	cleanup();
	takeBack();
});

describe("shareText", () => {
	it("contains the video's BS Score in percent", () => {
		expect(shareText(sampleVideo({ title: "Bridges" }))).toBe(
			"“Bridges” has a BS Score of 42% (0% is factual, 100% is false). 3 AI models rate the one statement as questionable, from memory.",
		);
	});

	it("marks a simulated score", () => {
		expect(shareText(sampleVideo({ simulated: true }))).toContain(
			"has a BS Score of 42% (simulated",
		);
	});

	it("contains no score if there were no statements", () => {
		const text = shareText(sampleVideo({ claims_count: 0, bs_score: 0 }));
		expect(text).not.toContain("0%");
	});

	it("stays short enough for a post, for any title", () => {
		const text = shareText(sampleVideo({ title: "long ".repeat(100) }));
		expect(text.length).toBeLessThan(240);
	});

	it("is complete in the links that postLinks returns", () => {
		const text = "50% & more #tag “x”";
		const { microblog, network } = postLinks(text, PAGE);
		expect(new URL(microblog).searchParams.get("text")).toBe(text);
		expect(new URL(microblog).searchParams.get("url")).toBe(PAGE);
		expect(new URL(network).searchParams.get("u")).toBe(PAGE);
	});
});

describe("embedCode", () => {
	it("contains a card and a badge, with a hostile title escaped", () => {
		const title = `"><script>alert(1)</script>&`;
		const { card, badge } = embedCode(
			{ id: VIDEO_ID, title, scope: "full" },
			"https://checks.example",
		);
		const page = new DOMParser().parseFromString(card + badge, "text/html");
		expect(page.querySelector("script")).toBeNull();
		const frame = page.querySelector("iframe");
		expect(frame?.getAttribute("src")).toBe(`https://checks.example/embed/${VIDEO_ID}`);
		expect(frame?.getAttribute("title")).toContain(title);
		expect(page.querySelector("a > img")?.getAttribute("src")).toBe(
			`https://checks.example/badge/${VIDEO_ID}.svg`,
		);
	});
});

describe("Share Results menu", () => {
	it("copies the link and confirms it for two seconds", async () => {
		const writeText = vi.fn(async () => {});
		clipboard(writeText);
		render(<ShareMenu video={sampleVideo()} />);
		await press(screen.getByRole("button", { name: /Share Results/ }));
		const item = await screen.findByRole("menuitem", { name: "Copy Link" });
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		onTestFinished(() => void vi.useRealTimers());
		const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
		await press(item);
		await pass(1_900);
		screen.getByRole("button", { name: "Link Copied" });
		expect(screen.getByRole("status").textContent).toBe("Link copied");
		expect(writeText).toHaveBeenCalledWith(PAGE);
		await pass(200);
		screen.getByRole("button", { name: /Share Results/ });
	});

	it("shows the link to copy by hand if the clipboard fails", async () => {
		clipboard(() => Promise.reject(new Error("denied")));
		render(<ShareMenu video={sampleVideo()} />);
		await choose(/Share Results/, "Copy Link");
		const field = await screen.findByLabelText<HTMLInputElement>(/Copy the link/);
		expect(field.value).toBe(PAGE);
	});

	it("offers the system's share sheet only if the browser has one", async () => {
		const share = vi.fn(async () => {});
		lend("share", share);
		render(<ShareMenu video={sampleVideo({ title: "Bridges" })} />);
		await choose(/Share Results/, "Share with an app…");
		expect(share).toHaveBeenCalledWith({
			title: "Bridges",
			text: expect.stringContaining("BS Score of 42%"),
			url: PAGE,
		});
		cleanup();
		takeBack();
		render(<ShareMenu video={sampleVideo()} />);
		await press(screen.getByRole("button", { name: /Share Results/ }));
		await screen.findByRole("menuitem", { name: "Copy Link" });
		expect(screen.queryByRole("menuitem", { name: /app/ })).toBeNull();
	});

	it("copies the link if the share sheet fails, but not if it is closed", async () => {
		const writeText = vi.fn(async () => {});
		const share = vi
			.fn<() => Promise<void>>()
			.mockRejectedValueOnce(new DOMException("closed", "AbortError"))
			.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
		lend("share", share);
		clipboard(writeText);
		render(<ShareMenu video={sampleVideo()} />);
		await choose(/Share Results/, "Share with an app…");
		await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
		expect(writeText).not.toHaveBeenCalled();
		await choose(/Share Results/, "Share with an app…");
		await screen.findByRole("button", { name: "Link Copied" });
	});

	it("shows the code to embed the result", async () => {
		render(<ShareMenu video={sampleVideo()} />);
		await choose(/Share Results/, "Embed…");
		const card = await screen.findByLabelText<HTMLTextAreaElement>("Card");
		expect(card.value).toContain(`/embed/${VIDEO_ID}"`);
	});

	it("closes on Escape and returns the focus", async () => {
		render(<ShareMenu video={sampleVideo()} />);
		const button = screen.getByRole("button", { name: /Share Results/ });
		button.focus();
		await act(async () => void fireEvent.keyDown(button, { key: "ArrowDown" }));
		const menu = await screen.findByRole("menu");
		expect(button.getAttribute("aria-expanded")).toBe("true");
		fireEvent.keyDown(menu, { key: "Escape" });
		await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
		await waitFor(() => expect(document.activeElement).toBe(button));
	});
});

describe("a statement's links", () => {
	const statement = sampleStatement();
	const address = `${PAGE}/statements/${statement.id}`;

	async function copyLink(writeText: (text: string) => Promise<void>): Promise<void> {
		clipboard(writeText);
		render(<StatementLinks statement={statement} />, { wrapper: MemoryRouter });
		await press(screen.getByRole("button", { name: "Copy link to this statement" }));
	}

	it("copy the statement's address and confirm it", async () => {
		const writeText = vi.fn(async () => {});
		await copyLink(writeText);
		expect(writeText).toHaveBeenCalledExactlyOnceWith(address);
		screen.getByRole("button", { name: "Link copied" });
		expect(screen.getByRole("status").textContent).toBe("Link copied");
	});

	it("show the address to copy by hand if the clipboard fails", async () => {
		await copyLink(() => Promise.reject(new Error("denied")));
		expect(screen.getByLabelText<HTMLInputElement>(/Copy the link/).value).toBe(address);
		screen.getByRole("button", { name: "Copy link to this statement" });
	});
});

describe("Export Report menu", () => {
	it("links to both files as downloads", async () => {
		render(<ExportMenu videoId={VIDEO_ID} />);
		await press(screen.getByRole("button", { name: /Export Report/ }));
		const json = await screen.findByRole("menuitem", { name: /JSON/ });
		expect(json.getAttribute("href")).toBe(`/api/videos/${VIDEO_ID}/export`);
		expect(json.hasAttribute("download")).toBe(true);
		const csv = screen.getByRole("menuitem", { name: /CSV/ });
		expect(csv.getAttribute("href")).toBe(`/api/videos/${VIDEO_ID}/export.csv`);
	});
});
