import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { problem } from "#tests/web/support/fake-api.ts";
import { sampleUser } from "#tests/web/support/sample-account.ts";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import { useAuth, useGatedNavigation } from "#web/features/accounts/auth-context.ts";
import { fill, open, openDialog, submitFormOf } from "./sign-in-stage.tsx";

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
	window.history.replaceState(null, "", "/");
});

/** A button that requires a fresh sign-in. */
function Step() {
	const { user, promptSignIn } = useAuth();
	const [done, setDone] = useState(false);
	const again = async () => setDone(await promptSignIn("Please."));
	return (
		<>
			{user && (
				<button type="button" onClick={again}>
					Decide
				</button>
			)}
			{done && <p>Decided</p>}
		</>
	);
}

describe("signing in again", () => {
	it("offers no other email address and no new account", async () => {
		const user = sampleUser();
		const asked = open(
			{
				"/api/auth/session": () => ({ body: { user, providers: { google: false } } }),
				"/api/auth/sign-in": () => ({ body: { user } }),
			},
			{ page: <Step /> },
		);
		fireEvent.click(await screen.findByRole("button", { name: "Decide" }));
		const dialog = within(await screen.findByRole("dialog"));
		const email = dialog.getByLabelText<HTMLInputElement>("Email");
		expect(email.value).toBe(user.email);
		expect(email.readOnly).toBe(true);
		await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Password")));
		expect(dialog.queryByText("Create Account")).toBeNull();
		expect(dialog.queryByText(/New here/)).toBeNull();
		fill(dialog.getByLabelText("Password"), "right one");
		submitFormOf(email);
		await screen.findByText("Decided");
		expect(asked.find(({ path }) => path === "/api/auth/sign-in")?.body).toEqual({
			email: user.email,
			password: "right one",
		});
	});
});

/** A link to a report, as on the home page. */
function ReportLink() {
	const { locked, choose } = useGatedNavigation();
	return (
		<a href="/results/one" onClick={(event) => choose("/results/one", event)}>
			A report{locked && ", Login Required"}
		</a>
	);
}

/** The address of the page. */
function Address() {
	return <output>{useLocation().pathname}</output>;
}

describe("a report that a visitor chooses", () => {
	const page = (
		<>
			<ReportLink />
			<Address />
		</>
	);
	beforeEach(() => localStorage.clear());

	it("can be read without signing in, which is asked only once in this browser", async () => {
		open({}, { page });
		fireEvent.click(await screen.findByText("A report, Login Required"));
		const dialog = within(await screen.findByRole("dialog"));
		expect(dialog.getByText(/^Reading is free\. An account is for analyzing videos/)).toBeTruthy();
		const read = dialog.getByRole("button", { name: "Read without signing in" });
		await waitFor(() => expect(document.activeElement).toBe(read));
		expect(dialog.getByLabelText("Email")).toBeTruthy();
		fireEvent.click(read);
		await waitFor(() => expect(screen.getByRole("status").textContent).toBe("/results/one"));
		await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
		cleanup();

		open({}, { page });
		await screen.findByRole("button", { name: "Sign In" });
		fireEvent.click(await screen.findByText("A report"));
		await waitFor(() => expect(screen.getByRole("status").textContent).toBe("/results/one"));
		expect(screen.queryByRole("dialog")).toBeNull();
	});

	it("stays closed if the visitor closes the dialog, which then asks again", async () => {
		open({}, { page });
		for (let time = 0; time < 2; time += 1) {
			fireEvent.click(await screen.findByText("A report, Login Required"));
			fireEvent.click(await screen.findByRole("button", { name: "Close dialog" }));
			await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
		}
		expect(screen.getByRole("status").textContent).toBe("/");
	});

	it("is not what the header's Sign In offers", async () => {
		open({}, { page });
		const dialog = await openDialog();
		expect(dialog.queryByText("Read without signing in")).toBeNull();
	});
});

describe("sign-in that fails", () => {
	it.each([
		["wrong password", "authentication_failed", false, /^Check your email address and password\.$/],
		["wrong password", "authentication_failed", true, /If you signed up with Google/],
		["fault of the server", "unknown", false, /^Please try again in a moment\.$/],
	])("for a %s (%s, Google: %s) says what to try", async (_, code, google, hint) => {
		const status = code === "unknown" ? 500 : 401;
		open(
			{
				"/api/auth/sign-in": () => ({
					status,
					body: status === 500 ? {} : problem(status, code, "Authentication failed"),
				}),
			},
			{ google },
		);
		const dialog = await openDialog();
		fill(dialog.getByLabelText("Email"), "ada@example.org");
		fill(dialog.getByLabelText("Password"), "something");
		submitFormOf(dialog.getByLabelText("Email"));
		const alert = within(await dialog.findByRole("alert"));
		alert.getByText("Authentication failed");
		alert.getByText(hint);
	});
});

describe("a site without email", () => {
	const health = (contact_email: string | null = null) => ({
		"/api/health": () => ({ body: sampleHealth({ mail: false, contact_email }) }),
	});

	it("offers no form for a forgotten password, but says who can help", async () => {
		open(health("team@example.org"));
		const dialog = await openDialog();
		fireEvent.click(dialog.getByRole("button", { name: "Forgot password?" }));
		await dialog.findByText(/^This site sends no email, so it cannot send you a link/);
		expect(dialog.queryByLabelText("Email")).toBeNull();
		const operator = dialog.getByRole("link", { name: "the site's operator" });
		expect(operator.getAttribute("href")).toBe("/contact");
		fireEvent.click(dialog.getByRole("button", { name: "Back to Sign In" }));
		expect(dialog.getByLabelText("Email")).toBeTruthy();
	});

	it.each([
		["tells the operator", "http://localhost:8787/", true],
		["does not tell visitors", "https://checks.example/", false],
	])("%s in the sign-up form where admins find their link", async (_, url, told) => {
		const before = window.location.href;
		jsdom.reconfigure({ url });
		onTestFinished(() => jsdom.reconfigure({ url: before }));
		const asked = open(health());
		const dialog = await openDialog();
		fireEvent.click(dialog.getByRole("button", { name: "Create Account" }));
		await dialog.findByText(/By creating an account/);
		await waitFor(() => expect(asked.map(({ path }) => path)).toContain("/api/health"));
		const note = /Admins do, with the link on the server's console/;
		if (told) await dialog.findByText(note);
		else expect(dialog.queryByText(note)).toBeNull();
	});
});

describe("Google sign-in", () => {
	it("is offered only if configured", async () => {
		open({});
		const dialog = await openDialog();
		expect(dialog.queryByText("Continue with Google")).toBeNull();
	});

	it("returns to the same page", async () => {
		open({}, { google: true, at: "/results?page=2" });
		const dialog = await openDialog();
		const link = dialog.getByRole("link", { name: "Continue with Google" });
		expect(link.getAttribute("href")).toBe("/api/auth/google?return_to=%2Fresults%3Fpage%3D2");
		expect(dialog.getByText("Or continue with email")).toBeTruthy();
	});

	it.each([
		["google_failed", /^Google sign-in failed$/],
		["google_unverified", /has not verified your email address/],
		["google_needs_password", /Sign in with your password once/],
		["google_not_recent", /Sign out of Google and try again/],
		["nobody_knows", /^Google sign-in failed$/],
	])("error %s is shown and removed from the address", async (code, words) => {
		window.history.replaceState(null, "", `/?auth_error=${code}`);
		open({});
		const dialog = within(await screen.findByRole("dialog"));
		await dialog.findByText(words);
		await waitFor(() => expect(window.location.search).toBe(""));
	});
});
