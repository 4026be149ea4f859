import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { FakeEventSource } from "#tests/web/support/fake-event-source.ts";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import {
	sampleAnalysis,
	sampleReport,
	sampleVideo,
	VIDEO_ID,
} from "#tests/web/support/sample-report.ts";
import { fetchJson } from "#web/api/request.ts";
import { AppShell } from "#web/features/site/app-shell.tsx";
import { HomePage } from "#web/features/site/home/home-page.tsx";

const LINK = `https://youtu.be/${VIDEO_ID}`;
const CHANNEL = "https://www.youtube.com/@harbour";
const NO_ID = "Invalid YouTube URL - could not extract video ID";
const MEMBER = { id: "m1", email: "a@example.org", full_name: "Ada" };

function serve() {
	let user: typeof MEMBER | null = null;
	return fakeApi({
		"/api/auth/session": () => ({ body: { user, providers: { google: false } } }),
		"/api/health": () => ({ body: sampleHealth() }),
		"/api/videos/recent": () => ({ body: { videos: [] } }),
		"/api/stats": () => ({
			body: { total_videos: 0, total_claims: 0, bs_claims: 0, total_creators: 0 },
		}),
		"/api/auth/sign-in": ({ body }) => {
			if ((body as { password: string }).password !== "right one") {
				return { status: 401, body: problem(401, "no", "Authentication failed") };
			}
			user = MEMBER;
			return { body: { user } };
		},
		"/api/analyze": ({ body }) => {
			const { url } = body as { url: string };
			if (url === "") {
				return { status: 400, body: problem(400, "blank", "Please enter a YouTube URL") };
			}
			if (url === CHANNEL) {
				const errors = [{ pointer: "/url", detail: "This link leads to a channel." }];
				return { status: 400, body: { ...problem(400, "invalid_url", NO_ID), errors } };
			}
			return user === null
				? { status: 401, body: problem(401, "signed_out", "Sign in") }
				: { status: 202, body: { video_id: VIDEO_ID, status: "analyzing" } };
		},
	});
}

function open() {
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter>
				<AppShell>
					<HomePage />
				</AppShell>
			</MemoryRouter>
		</SWRConfig>,
	);
}

function submitLink(link: string) {
	fireEvent.change(screen.getByLabelText("YouTube link"), { target: { value: link } });
	fireEvent.click(screen.getByRole("button", { name: "Analyze Video" }));
}

function dialog() {
	return within(screen.getByRole("dialog"));
}

function fillIn(label: string, value: string) {
	fireEvent.change(dialog().getByLabelText(label), { target: { value } });
}

function pressSignIn() {
	const form = screen.getByLabelText("Password").closest("form");
	if (form === null) throw new Error("no form");
	fireEvent.submit(form);
}

beforeEach(() => {
	FakeEventSource.opened = [];
	vi.stubGlobal("EventSource", FakeEventSource);
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	localStorage.clear();
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("visitor who submits a link", () => {
	it("sees the server's error at the field", async () => {
		serve();
		open();
		submitLink("");
		expect(
			(await screen.findByText("Please enter a YouTube URL")).closest("[role=alert]"),
		).toBeTruthy();
		expect(screen.getByLabelText("YouTube link").getAttribute("aria-invalid")).toBe("true");
	});

	it("is told what to do with a link to a channel, after the specified sentence", async () => {
		serve();
		open();
		submitLink(CHANNEL);
		await screen.findByText(`${NO_ID}. This link leads to a channel.`);
	});

	it("signs in, then follows the analysis of the same link in a dialog", async () => {
		const asked = serve();
		open();
		submitLink(LINK);
		await screen.findByText(/Your link is kept/);
		expect(screen.getByLabelText("Full name")).toBeTruthy();
		fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
		pressSignIn();
		await screen.findByText("Enter your email address and password.");
		expect(asked.map(({ path }) => path)).not.toContain("/api/auth/sign-in");
		fillIn("Email", "a@example.org");
		fillIn("Password", "wrong");
		pressSignIn();
		await screen.findByText("Authentication failed");
		fillIn("Password", "right one");
		pressSignIn();
		await screen.findByText("Analyzing Video");
		const links = asked.filter(({ path }) => path === "/api/analyze").map(({ body }) => body);
		expect(links).toEqual([{ url: LINK }, { url: LINK }]);

		const stream = FakeEventSource.to(`/api/videos/${VIDEO_ID}/events`);
		stream.send(
			"snapshot",
			"run1-3",
			sampleReport({
				video: sampleVideo({ version: 0, analysis_status: "analyzing" }),
				statements: [],
				analysis: sampleAnalysis({ progress: 47 }),
			}),
		);
		expect((await screen.findAllByText("47.0%")).length).toBeGreaterThan(0);
		// From now on this browser asks to sign in.
		expect(localStorage.getItem("signed-in-before")).toBe("yes");
		await waitFor(() => expect(document.title).toContain("(47%)"));
	});

	it("finds the link still in the field after closing the dialog", async () => {
		const asked = serve();
		open();
		submitLink(LINK);
		await screen.findByText(/Your link is kept/);
		fireEvent.click(screen.getByRole("button", { name: "Close dialog" }));
		await waitFor(() => expect(screen.queryByText(/Your link is kept/)).toBeNull());
		expect(screen.getByLabelText<HTMLInputElement>("YouTube link").value).toBe(LINK);
		expect(asked.filter(({ path }) => path === "/api/analyze")).toHaveLength(1);
	});

	it("gets a form with the attributes that password managers need", async () => {
		localStorage.setItem("signed-in-before", "yes");
		serve();
		open();
		submitLink(LINK);
		await screen.findByText(/Your link is kept/);
		const password = screen.getByLabelText<HTMLInputElement>("Password");
		expect(password.autocomplete).toBe("current-password");
		expect(dialog().getByLabelText<HTMLInputElement>("Email").autocomplete).toBe("username");
		fireEvent.click(screen.getByRole("button", { name: "Show password" }));
		expect(password.type).toBe("text");
		fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
		expect(screen.getByLabelText("Full name")).toBeTruthy();
		expect(
			screen.getByText("Create an account to analyze videos. Your link is kept."),
		).toBeTruthy();
		expect(screen.queryByText(/Sign in to analyze/)).toBeNull();
		expect(password.autocomplete).toBe("new-password");
	});

	it("can open the terms in a new tab and keeps the typed text", async () => {
		serve();
		open();
		submitLink(LINK);
		await screen.findByText(/Your link is kept/);
		fillIn("Email", "a@example.org");
		for (const [name, path] of [
			[/Terms of Service/, "/terms"],
			[/Privacy Policy/, "/privacy"],
		] as const) {
			const link = dialog().getByRole("link", { name });
			expect(link.getAttribute("href")).toBe(path);
			expect(link.getAttribute("target")).toBe("_blank");
		}
		expect(dialog().getByLabelText<HTMLInputElement>("Email").value).toBe("a@example.org");
	});
});
