import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { problem } from "#tests/web/support/fake-api.ts";
import { sampleMe, sampleUser } from "#tests/web/support/sample-account.ts";
import { ConfirmPage, ResetPasswordPage } from "#web/features/accounts/sign-in/mail-link-pages.tsx";
import { ConfirmNewEmailPage } from "#web/features/accounts/sign-in/new-email-page.tsx";
import { fill, open, openDialog, submitFormOf } from "./sign-in-stage.tsx";

const CONFIRM_FIRST = "Please check your email to confirm your account before signing in.";
const WRONG = { status: 403, body: problem(403, "wrong_password", "This is not the password.") };
const SENT = "If there is such an account, a mail is on its way.";

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
	async function openUnproven() {
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

	it("take the code of the email where the link is broken", async () => {
		const asked = open(
			{
				"/api/auth/link-code": () => ({ body: { token: "fresh" } }),
				"/api/auth/confirm": () => ({ body: { user: null } }),
			},
			{ page: <ConfirmPage />, at: "/confirm-email" },
		);
		fill(await screen.findByLabelText("Email"), "ada@example.org");
		const code = screen.getByLabelText("Code from the email");
		fill(code, "bcdf ghjk");
		submitFormOf(code);
		fireEvent.click(await screen.findByRole("button", { name: "Confirm My Account" }));
		await screen.findByText(/Your account is confirmed/);
		expect(asked.find(({ path }) => path === "/api/auth/link-code")?.body).toEqual({
			email: "ada@example.org",
			code: "bcdf ghjk",
			purpose: "confirm",
		});
		expect(asked.find(({ path }) => path === "/api/auth/confirm")?.body).toEqual({
			token: "fresh",
		});
	});

	it("reports an incomplete link", async () => {
		open({}, { page: <ConfirmPage />, at: "/confirm-email#tok" });
		expect(await screen.findByText("This link is not complete")).toBeTruthy();
	});
});

describe("a new email address", () => {
	it("is confirmed by a member with a click, after signing in", async () => {
		let user = sampleUser();
		let signed = false;
		const asked = open(
			{
				"/api/auth/session": () => ({
					body: { user: signed ? user : null, providers: { google: false } },
				}),
				"/api/auth/sign-in": () => {
					signed = true;
					return { body: { user } };
				},
				"/api/me/email": () => {
					user = sampleUser({ email: "next@example.org" });
					return { body: sampleMe(user) };
				},
			},
			{ page: <ConfirmNewEmailPage />, at: "/confirm-new-email#token=abc" },
		);
		await screen.findByText("Sign in with your old address to confirm the new one.");
		fireEvent.click(screen.getAllByRole("button", { name: "Sign In" }).at(-1) as HTMLElement);
		const dialog = within(await screen.findByRole("dialog"));
		fill(dialog.getByLabelText("Email"), "ada@example.org");
		fill(dialog.getByLabelText("Password"), "right one");
		submitFormOf(dialog.getByLabelText("Email"));
		const press = await screen.findByRole("button", { name: "Confirm My New Address" });
		expect(asked.map(({ path }) => path)).not.toContain("/api/me/email");
		fireEvent.click(press);
		await screen.findByText(/^Your email address is now next@example\.org\./);
		expect(asked.find(({ path }) => path === "/api/me/email")?.body).toEqual({ token: "abc" });
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
