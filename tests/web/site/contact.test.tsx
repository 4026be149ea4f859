import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import { ContactForm, ContactPage } from "#web/features/site/pages/contact-page.tsx";

const TO = "team@example.test";
const WRITTEN = {
	Name: "Ada Lovelace",
	Email: "ada@example.org",
	Subject: "A wrong quote & more",
	Message: "Line one\nLine two: 100% wrong?",
};

function open() {
	const mails: URL[] = [];
	render(<ContactForm to={TO} onMail={(link) => mails.push(new URL(link))} />);
	return mails;
}
const field = (label: string) =>
	screen.getByLabelText<HTMLInputElement>(label, { selector: "input,textarea" });
function write(values: Record<string, string>) {
	for (const [label, value] of Object.entries(values))
		fireEvent.change(field(label), { target: { value } });
}
const send = () => fireEvent.submit(screen.getByRole("form"));
const button = () => screen.getByRole("button", { name: /Send|Opened/ });

afterEach(() => {
	vi.useRealTimers();
	cleanup();
	vi.unstubAllGlobals();
});

describe("contact form", () => {
	it.each(Object.keys(WRITTEN))(
		"opens no email and focuses the field if %s is missing",
		(label) => {
			const mails = open();
			write({ ...WRITTEN, [label]: "  " });
			send();
			expect(mails).toEqual([]);
			expect(document.activeElement).toBe(field(label));
			expect(field(label).getAttribute("aria-invalid")).toBe("true");
			expect(field(label).required).toBe(true);
		},
	);

	it("requires a valid email address for the reply", () => {
		const mails = open();
		write({ ...WRITTEN, Email: "ada" });
		send();
		expect(mails).toEqual([]);
		expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
	});

	it("writes all fields into an email to the operator", () => {
		const [mail] = (() => {
			const mails = open();
			write(WRITTEN);
			send();
			return mails;
		})();
		expect(mail?.protocol).toBe("mailto:");
		expect(mail?.pathname).toBe(TO);
		expect(mail?.searchParams.get("subject")).toBe(WRITTEN.Subject);
		expect(mail?.searchParams.get("body")).toBe(
			"Line one\r\nLine two: 100% wrong?\r\n\r\nAda Lovelace <ada@example.org>",
		);
	});

	it("is cleared and says Email Client Opened! for three seconds", async () => {
		vi.useFakeTimers();
		open();
		write(WRITTEN);
		send();
		expect(button().textContent).toBe("Email Client Opened!");
		for (const label of Object.keys(WRITTEN)) expect(field(label).value).toBe("");
		await act(() => vi.advanceTimersByTimeAsync(2_900));
		expect(button().textContent).toBe("Email Client Opened!");
		await act(() => vi.advanceTimersByTimeAsync(200));
		expect(button().textContent).toBe("Send Message");
	});

	it("restores the message on request after the email was opened", () => {
		open();
		write(WRITTEN);
		send();
		fireEvent.click(screen.getByRole("button", { name: "Put my message back" }));
		for (const [label, value] of Object.entries(WRITTEN)) expect(field(label).value).toBe(value);
	});
});

describe("contact page", () => {
	function serve(contact_email: string | null, claim_methods = sampleHealth().claim_methods) {
		fakeApi({
			"/api/auth/session": () => ({ body: { user: null, providers: { google: false } } }),
			"/api/health": () => ({ body: sampleHealth({ contact_email, claim_methods }) }),
		});
		openPage(<ContactPage />, "/contact");
	}

	it("shows the address, the office hours and the response time", async () => {
		serve(TO);
		expect((await screen.findByText(TO)).getAttribute("href")).toBe(`mailto:${TO}`);
		expect(screen.getByText("Mon-Fri 9-5 EST")).toBeTruthy();
		expect(screen.getByText("Within 24 hours")).toBeTruthy();
	});

	it("has no form and promises no reply without a contact address, and says that there is none", async () => {
		serve(null);
		await screen.findByText("No contact address");
		expect(screen.queryByRole("form", { name: "Contact" })).toBeNull();
		expect(
			screen.getByText(/operator of this site has not published an email address/),
		).toBeTruthy();
		expect(screen.queryByText("Mon-Fri 9-5 EST")).toBeNull();
		expect(screen.queryByText("Within 24 hours")).toBeNull();
	});

	it("offers a response to a report only where a channel can be claimed", async () => {
		serve(null);
		expect(await screen.findByRole("link", { name: "Your own video" })).toBeTruthy();
		cleanup();
		serve(null, []);
		await screen.findByText("No contact address");
		expect(screen.queryByRole("link", { name: "Your own video" })).toBeNull();
	});
});
