import { cleanup, fireEvent, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fill, open, openDialog, submitFormOf } from "./sign-in-stage.tsx";

const FAILED = "The email could not be delivered: check the address.";

/** A site whose mail server refuses `gmial.com`. */
function openSite() {
	const sent = ({ body }: { body?: unknown }) => {
		const { email } = body as { email: string };
		return { status: 202, body: { message: "Sent.", delivery_id: email.split("@")[1] } };
	};
	return open({
		"/api/auth/sign-up": sent,
		"/api/auth/resend": sent,
		"/api/auth/forgot-password": sent,
		"/api/mail/deliveries/gmial.com": () => ({ body: { failed: true, detail: FAILED } }),
		"/api/mail/deliveries/gmail.com": () => ({ body: { failed: false, detail: null } }),
	});
}

async function signUp(email: string) {
	const dialog = await openDialog();
	fireEvent.click(dialog.getByRole("button", { name: "Create Account" }));
	fill(dialog.getByLabelText("Full name"), "Ada");
	fill(dialog.getByLabelText("Email"), email);
	fill(dialog.getByLabelText("Password"), "correct horse battery");
	submitFormOf(dialog.getByLabelText("Email"));
	return dialog;
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("an address with a likely slip", () => {
	it("is asked back once, and its failed email shown where it is waited for", async () => {
		const asked = openSite();
		const dialog = await signUp("ada@gmial.com");
		await dialog.findByText("ada@gmail.com");
		expect(asked.filter(({ path }) => path.endsWith("sign-up"))).toEqual([]);
		fireEvent.click(dialog.getByRole("button", { name: "Keep as Typed" }));
		expect((await dialog.findByText(FAILED)).closest("[role=alert]")).not.toBeNull();
		dialog.getByText("ada@gmial.com");
	});

	it("is replaced on a press, and nothing is said of an email that did not fail", async () => {
		const asked = openSite();
		const dialog = await signUp("ada@gmial.com");
		fireEvent.click(await dialog.findByRole("button", { name: "Use This Address" }));
		await dialog.findByText("ada@gmail.com");
		const posted = () => asked.filter(({ path }) => path.endsWith("sign-up"));
		await waitFor(() => expect(posted()).toHaveLength(1));
		expect(posted()[0]?.body).toMatchObject({ email: "ada@gmail.com" });
		await waitFor(() =>
			expect(asked.map(({ path }) => path)).toContain("/api/mail/deliveries/gmail.com"),
		);
		expect(dialog.queryByText(FAILED)).toBeNull();
	});

	it("is asked back where a new password is asked for", async () => {
		openSite();
		const dialog = await openDialog();
		fireEvent.click(dialog.getByRole("button", { name: "Forgot password?" }));
		fill(dialog.getByLabelText("Email"), "ada@gmial.com");
		submitFormOf(dialog.getByLabelText("Email"));
		fireEvent.click(await dialog.findByRole("button", { name: "Keep as Typed" }));
		await dialog.findByText("Sent.");
		await dialog.findByText(FAILED);
	});
});
