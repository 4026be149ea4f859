import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import { sampleReport, VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { HomePage } from "#web/features/site/home/home-page.tsx";

const LINK = `https://youtu.be/${VIDEO_ID}`;
const MEMBER = { id: "m1", email: "a@example.org", full_name: "Ada" };

function open(address: string, user: typeof MEMBER | null = null) {
	const asked = fakeApi({
		"/api/auth/session": () => ({ body: { user, providers: { google: false } } }),
		"/api/health": () => ({ body: sampleHealth() }),
		"/api/videos/recent": () => ({ body: { videos: [] } }),
		"/api/analyze": () =>
			user === null
				? { status: 401, body: problem(401, "signed_out", "Sign in") }
				: { status: 202, body: { video_id: VIDEO_ID, status: "analyzing" } },
	});
	Element.prototype.scrollIntoView = () => {};
	openPage(<HomePage />, address);
	return () => asked.filter(({ path }) => path === "/api/analyze").map(({ body }) => body);
}

const field = () => screen.getByLabelText<HTMLInputElement>("YouTube link");
function paste(onto: Element, text: string): boolean {
	return fireEvent.paste(onto, { clipboardData: { getData: () => text } });
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("link pasted on the home page", () => {
	it("fills the field, and the analysis starts only after a press of the button", async () => {
		const starts = open("/", MEMBER);
		expect(paste(document.body, `see ${LINK}`)).toBe(false);
		await screen.findByText(/Your link is in the field/);
		expect(field().value).toBe(LINK);
		expect(document.activeElement).toBe(field());
		expect(starts()).toEqual([]);
		fireEvent.click(screen.getByRole("button", { name: "Analyze Video" }));
		await screen.findByText("Analyzing Video", undefined, { timeout: 15_000 });
		expect(starts()).toEqual([{ url: LINK }]);
	});

	it("is left to a field that it is pasted into", async () => {
		const starts = open("/", MEMBER);
		await screen.findByRole("button", { name: "Subscribe" });
		expect(paste(screen.getByLabelText("Email"), LINK)).toBe(true);
		expect(paste(field(), LINK)).toBe(true);
		expect(field().value).toBe("");
		expect(starts()).toEqual([]);
	});

	it("is ignored if the text contains no link", () => {
		const starts = open("/", MEMBER);
		expect(paste(document.body, "no link in here")).toBe(true);
		expect(starts()).toEqual([]);
	});
});

describe("link in the address of the home page", () => {
	it("fills the field and focuses the button", async () => {
		const starts = open(`/?url=${encodeURIComponent(LINK)}`, MEMBER);
		expect(field().value).toBe(LINK);
		await screen.findByText(/Your link is in the field/);
		const button = screen.getByRole("button", { name: "Analyze Video" });
		expect(document.activeElement).toBe(button);
		expect(starts()).toEqual([]);
		fireEvent.click(button);
		await waitFor(() => expect(starts()).toEqual([{ url: LINK }]));
	});

	it("is no longer announced once another link is typed", async () => {
		open(`/?title=A&text=${encodeURIComponent(`A ${LINK}`)}`);
		await screen.findByText(/Your link is in the field/);
		fireEvent.change(field(), { target: { value: "x" } });
		expect(screen.queryByText(/Your link is in the field/)).toBeNull();
	});
});

describe("the example on the home page, after a navigation within the app", () => {
	const report = sampleReport();
	const openWith = (answer: { status?: number; body: unknown }) => {
		fakeApi({
			"/api/auth/session": () => ({ body: { user: null, providers: { google: false } } }),
			"/api/health": () => ({ body: sampleHealth() }),
			"/api/videos/recent": () => ({ body: { videos: [report.video] } }),
			[`/api/videos/${VIDEO_ID}`]: () => answer,
		});
		openPage(<HomePage />, "/");
		return screen.findByRole("region", { name: "Latest report" });
	};

	it("shows the marks of the statements once they are requested", async () => {
		const example = await openWith({ body: report });
		await waitFor(() =>
			expect(example.querySelectorAll("a[href*='#']").length).toBe(report.statements.length),
		);
	});

	it("has no place for marks if the report cannot be had", async () => {
		const example = await openWith({
			status: 404,
			body: problem(404, "video_not_found", "Video Not Found"),
		});
		await waitFor(() => expect(example.querySelector(".waiting")).toBeNull());
		expect(example.querySelectorAll("a[href*='#']").length).toBe(0);
		expect(example.textContent).toContain(report.video.title);
	});
});
