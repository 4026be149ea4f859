import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { sampleUser } from "#tests/web/support/sample-account.ts";
import { fetchJson } from "#web/api/request.ts";
import { AccountControls } from "#web/features/accounts/account-controls.tsx";
import { useAuth } from "#web/features/accounts/auth-context.ts";
import { AuthProvider } from "#web/features/accounts/auth-provider.tsx";
import { ConfirmPage, ResetPasswordPage } from "#web/features/accounts/sign-in/mail-link-pages.tsx";

const CONFIRM_FIRST = "Please check your email to confirm your account before signing in.";
const WRONG = { status: 403, body: problem(403, "wrong_password", "This is not the password.") };
const SENT = "If there is such an account, a mail is on its way.";

function open(
	answers: Parameters<typeof fakeApi>[0],
	{
		page = null,
		at = "/",
		google = false,
	}: { page?: ReactNode; at?: string; google?: boolean } = {},
) {
	const asked = fakeApi({
		"/api/auth/session": () => ({ body: { user: null, providers: { google } } }),
		...answers,
	});
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter initialEntries={[at]}>
				<AuthProvider>
					<AccountControls />
					{page}
				</AuthProvider>
			</MemoryRouter>
		</SWRConfig>,
	);
	return asked;
}

async function openDialog() {
	fireEvent.click(await screen.findByRole("button", { name: "Sign In" }));
	return within(await screen.findByRole("dialog"));
}

function fill(field: HTMLElement, value: string) {
	fireEvent.change(field, { target: { value } });
}

function submitFormOf(field: HTMLElement) {
	const form = field.closest("form");
	if (form === null) throw new Error("no form");
	fireEvent.submit(form);
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
	window.history.replaceState(null, "", "/");
});

describe("sign-up confirmed by email", () => {
	it("shows the address and sends the link again on request", async () => {
		const asked = open({
			"/api/auth/sign-up": () => ({ status: 202, body: { message: CONFIRM_FIRST } }),
			"/api/auth/resend": () => ({ status: 202, body: { message: SENT } }),
		});
		const dialog = await openDialog();
		fireEvent.click(dialog.getByRole("button", { name: "Create Account" }));
		expect(dialog.getByText(/appears with your votes and analyses/)).toBeTruthy();
		fill(dialog.getByLabelText("Full name"), "Ada");
		fill(dialog.getByLabelText("Email"), "ada@example.org");
		fill(dialog.getByLabelText("Password"), "a long one");
		submitFormOf(dialog.getByLabelText("Email"));
		await dialog.findByText(CONFIRM_FIRST);
		expect(dialog.getByText("ada@example.org")).toBeTruthy();
		fireEvent.click(dialog.getByRole("button", { name: "Send Again" }));
		await dialog.findByText(SENT);
		expect(asked.at(-1)?.body).toEqual({ email: "ada@example.org" });
	});

	it("asks to confirm if the member signs in before confirming", async () => {
		open({
			"/api/auth/sign-in": () => ({
				status: 403,
				body: problem(403, "email_unconfirmed", "In other words."),
			}),
		});
		const dialog = await openDialog();
		fill(dialog.getByLabelText("Email"), "ada@example.org");
		fill(dialog.getByLabelText("Password"), "a long passphrase");
		submitFormOf(dialog.getByLabelText("Email"));
		await dialog.findByRole("button", { name: "Send Again" });
	});

	it("is confirmed by a click, not by opening the page", async () => {
		const asked = open(
			{ "/api/auth/confirm": () => ({ body: { user: sampleUser() } }) },
			{ page: <ConfirmPage />, at: "/confirm-email#token=abc" },
		);
		const press = await screen.findByRole("button", { name: "Confirm My Account" });
		expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
		fireEvent.click(press);
		await screen.findByText(/Your account is confirmed/);
		expect(asked.find(({ path }) => path === "/api/auth/confirm")?.body).toEqual({ token: "abc" });
	});

	/** The confirmation page in a browser that did not sign up, after a press of the button. */
	async function openUnproven(answers: Parameters<typeof fakeApi>[0] = {}) {
		let user: unknown = null;
		const asked = open(
			{
				"/api/auth/session": () => ({ body: { user, providers: { google: false } } }),
				"/api/auth/confirm": ({ body }) => {
					const { password } = body as { password?: string };
					if (password === undefined) return { body: { user: null, needs_password: true } };
					if (password !== "a long one") return WRONG;
					user = sampleUser();
					return { body: { user } };
				},
				"/api/auth/reset-password": () => {
					user = sampleUser();
					return { body: { user } };
				},
				...answers,
			},
			{ page: <ConfirmPage />, at: "/confirm-email#token=abc" },
		);
		fireEvent.click(await screen.findByRole("button", { name: "Confirm My Account" }));
		const why = await screen.findByText(/did not sign up in this browser/);
		await waitFor(() => expect(document.activeElement).toBe(why));
		return asked;
	}

	it("asks for the sign-up password in another browser", async () => {
		const asked = await openUnproven();
		const field = screen.getByLabelText("Your sign-up password");
		fill(field, "something else");
		submitFormOf(field);
		expect((await screen.findByRole("alert")).textContent).toBe(WRONG.body.detail);
		fill(field, "a long one");
		submitFormOf(field);
		await screen.findByText("Your account is confirmed and you are signed in.");
		const sent = asked.filter(({ path }) => path === "/api/auth/confirm");
		expect(sent.at(-1)?.body).toEqual({ token: "abc", password: "a long one" });
	});

	it("offers a new password and name in another browser", async () => {
		const asked = await openUnproven();
		fireEvent.click(screen.getByRole("button", { name: "Choose a New Password" }));
		const lead = screen.getByText(/Choose a new password to confirm/);
		await waitFor(() => expect(document.activeElement).toBe(lead));
		fill(screen.getByLabelText("Full name"), "Ada");
		const field = screen.getByLabelText("New password");
		fill(field, "a longer one");
		submitFormOf(field);
		await screen.findByText("Your account is confirmed and you are signed in.");
		expect(screen.queryByLabelText("New password")).toBeNull();
		expect(asked.find(({ path }) => path === "/api/auth/reset-password")?.body).toEqual({
			token: "abc",
			password: "a longer one",
			full_name: "Ada",
		});
	});

	it("reports an incomplete link", async () => {
		open({}, { page: <ConfirmPage />, at: "/confirm-email" });
		expect(await screen.findByText("This link is not complete")).toBeTruthy();
	});
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

describe("forgotten password", () => {
	it("keeps the email address and shows the server's message", async () => {
		const asked = open({
			"/api/auth/forgot-password": () => ({ status: 202, body: { message: SENT } }),
		});
		const dialog = await openDialog();
		fill(dialog.getByLabelText("Email"), "ada@example.org");
		fireEvent.click(dialog.getByRole("button", { name: "Forgot password?" }));
		const email = dialog.getByLabelText<HTMLInputElement>("Email");
		expect(email.value).toBe("ada@example.org");
		submitFormOf(email);
		await dialog.findByText(SENT);
		expect(asked.at(-1)?.body).toEqual({ email: "ada@example.org" });
	});

	it("is replaced on the page that the link opens", async () => {
		const asked = open(
			{ "/api/auth/reset-password": () => ({ body: { user: null } }) },
			{ page: <ResetPasswordPage />, at: "/reset-password#token=abc" },
		);
		const field = await screen.findByLabelText("New password");
		fill(field, "a longer one");
		submitFormOf(field);
		await screen.findByText(/Your password is changed/);
		expect(asked.find(({ path }) => path === "/api/auth/reset-password")?.body).toEqual({
			token: "abc",
			password: "a longer one",
		});
	});

	it("offers to request a new link if the first one was used", async () => {
		open(
			{
				"/api/auth/reset-password": () => ({
					status: 400,
					body: problem(400, "bad_token", "This link is no longer valid."),
				}),
			},
			{ page: <ResetPasswordPage />, at: "/reset-password#token=abc" },
		);
		submitFormOf(await screen.findByLabelText("New password"));
		await screen.findByText("This link is no longer valid.");
		expect(screen.getByRole("link", { name: "Request a New Link" }).getAttribute("href")).toBe(
			"/forgot-password",
		);
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
