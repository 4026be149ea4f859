import {
	act,
	cleanup,
	createEvent,
	fireEvent,
	render,
	screen,
	within,
} from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PLAYER_ORIGIN } from "#contract/addresses.ts";
import type { StatementId } from "#contract/ids.ts";
import { sampleReport, sampleStatement, sampleVideo } from "#tests/web/support/sample-report.ts";
import { PLAYER_ANSWER_MS } from "#web/features/reports/player/video-player.ts";
import { ShownReport } from "./shown-report.tsx";

const STATEMENTS = [
	sampleStatement({ id: "a" as StatementId, timestamp: 83, quote: "one" }),
	sampleStatement({ id: "b" as StatementId, timestamp: 200, quote: "two" }),
];

function open(address = "/", watchable = true): void {
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MemoryRouter initialEntries={[address]}>
				<ShownReport
					report={sampleReport({ statements: STATEMENTS, video: sampleVideo({ claims_count: 2 }) })}
					playable={watchable}
				/>
			</MemoryRouter>
		</SWRConfig>,
	);
}

/** A statement's link to its time; those that matter most have another one at the top. */
const timeLink = (name: string | RegExp) =>
	within(screen.getByRole("region", { name: "Statement Analysis" })).getByRole("link", { name });

const frame = () => document.querySelector("iframe");
const currentQuote = () => document.querySelector("li[aria-current] h3")?.lastChild?.textContent;

/** Sends a message of the player, by default from the one in the page. */
function say(
	event: string,
	info: unknown,
	from: { origin?: string; source?: Window | null } = {},
): void {
	act(() => {
		window.dispatchEvent(
			new MessageEvent("message", {
				data: JSON.stringify({ event, info }),
				origin: PLAYER_ORIGIN,
				source: frame()?.contentWindow ?? null,
				...from,
			}),
		);
	});
}

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
	vi.useRealTimers();
	cleanup();
});

describe("video player", () => {
	it("shows a picture and a link to YouTube, and an iframe only after a click", () => {
		open();
		expect(frame()).toBeNull();
		expect(screen.getByRole("link", { name: /Open on YouTube/ }).getAttribute("href")).toBe(
			"https://www.youtube.com/watch?v=abcdefghijk",
		);
		fireEvent.click(screen.getByRole("button", { name: "Play the video here" }));
		expect(frame()?.getAttribute("referrerpolicy")).toBe("strict-origin-when-cross-origin");
		expect(frame()?.getAttribute("allow")).toBe("autoplay; encrypted-media; picture-in-picture");
		expect(document.activeElement).toBe(screen.getByRole("region", { name: "Video" }));
	});

	it("has no play button for a video that exists only on this site", () => {
		open("/?t=90", false);
		expect(screen.queryByRole("button", { name: /^Play/ })).toBeNull();
		expect(screen.queryByRole("link", { name: /YouTube/ })).toBeNull();
		expect(currentQuote()).toBe("“one”");
	});

	it("starts at the time in the address, after a click", () => {
		open("/?t=3m30s");
		expect(frame()).toBeNull();
		expect(currentQuote()).toBe("“two”");
		expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
		fireEvent.click(screen.getByRole("button", { name: "Play from 3:30 here" }));
		expect(frame()?.src).toContain("start=210");
	});
});

describe("link to a time in the video", () => {
	it("plays in the page, or on YouTube with a modifier key", () => {
		open();
		const link = timeLink("Play from 1:23");
		const with_key = createEvent.click(link, { ctrlKey: true });
		with_key.preventDefault = vi.fn();
		fireEvent(link, with_key);
		expect(with_key.preventDefault).not.toHaveBeenCalled();
		expect(frame()).toBeNull();
		fireEvent.click(link);
		expect(frame()?.src).toContain("start=83");
	});

	it("is applied after the player has loaded", () => {
		open();
		fireEvent.click(timeLink("Play from 1:23"));
		const post = vi.fn();
		const source = frame()?.contentWindow;
		if (!source) throw new Error("no frame");
		source.postMessage = post;
		fireEvent.click(timeLink("Play from 3:20"));
		expect(frame()?.src).toContain("start=83");
		say("onReady", null);
		expect(post).toHaveBeenCalledWith(
			expect.stringContaining('"func":"seekTo","args":[200,true]'),
			PLAYER_ORIGIN,
		);
	});
});

describe("message of the player", () => {
	beforeEach(() => {
		open();
		fireEvent.click(timeLink("Play from 1:23"));
		say("onReady", null);
	});

	it("moves the mark of the current statement", () => {
		say("infoDelivery", { currentTime: 84, playerState: 1 });
		expect(currentQuote()).toBe("“one”");
		expect(screen.getByText("Playing now")).toBeTruthy();
		say("infoDelivery", { currentTime: 250, playerState: 2 });
		expect(currentQuote()).toBe("“two”");
		expect(screen.getByText("The video is here")).toBeTruthy();
	});

	it("is ignored from another origin or window", () => {
		const late = { currentTime: 250, playerState: 1 };
		say("infoDelivery", late, { origin: "https://www.youtube.com" });
		say("infoDelivery", late, { source: window });
		expect(currentQuote()).toBe("“one”");
	});
});

describe("player that does not answer", () => {
	it("is reported with links to YouTube until it answers", () => {
		vi.useFakeTimers();
		open();
		fireEvent.click(timeLink("Play from 1:23"));
		act(() => {
			vi.advanceTimersByTime(PLAYER_ANSWER_MS);
		});
		expect(screen.getByRole("alert").textContent).toContain("The player did not answer");
		const alert = within(screen.getByRole("alert"));
		expect(alert.getByRole("link", { name: /Watch at 1:23 on YouTube/ })).toBeTruthy();
		expect(timeLink(/Watch at 1:23 on YouTube/)).toBeTruthy();
		say("onReady", null);
		expect(screen.queryByRole("alert")).toBeNull();
	});
});
