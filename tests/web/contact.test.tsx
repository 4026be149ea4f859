import {
	act,
	cleanup,
	configure,
	fireEvent,
	render,
	screen,
} from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
	ContactForm,
	ContactPage,
} from "#web/features/site/pages/contact-page.tsx";
import { fakeApi } from "./fake-api.ts";
import { openPage } from "./open-page.tsx";
import { sampleHealth } from "./sample-member.ts";

/** Parts that load when they are first needed take their time on a busy machine. */
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

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
	screen.getByLabelText<HTMLInputElement>(label, {
		selector: "input,textarea",
	});
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

describe("the contact form", () => {
	it.each(Object.keys(WRITTEN))(
		"opens nothing while %s is missing, and goes there",
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

	it("requires an address for the answer", () => {
		const mails = open();
		write({ ...WRITTEN, Email: "ada" });
		send();
		expect(mails).toEqual([]);
		expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
	});

	it("writes all of it into a mail to the operator", () => {
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

	it("opens the message without a recipient if no address is known", () => {
		const mails: URL[] = [];
		render(<ContactForm to="" onMail={(link) => mails.push(new URL(link))} />);
		write(WRITTEN);
		send();
		expect(mails[0]?.href).toMatch(/^mailto:\?subject=A%20wrong%20quote/);
		expect(button().textContent).toBe("Email Client Opened!");
	});

	it("says Email Client Opened! for three seconds, empty again", async () => {
		vi.useFakeTimers();
		open();
		write(WRITTEN);
		send();
		expect(button().textContent).toBe("Email Client Opened!");
		for (const label of Object.keys(WRITTEN))
			expect(field(label).value).toBe("");
		await act(() => vi.advanceTimersByTimeAsync(2_900));
		expect(button().textContent).toBe("Email Client Opened!");
		await act(() => vi.advanceTimersByTimeAsync(200));
		expect(button().textContent).toBe("Send Message");
	});

	it("keeps the message if no mail program opens", () => {
		open();
		write(WRITTEN);
		send();
		fireEvent.click(
			screen.getByRole("button", { name: "Put my message back" }),
		);
		for (const [label, value] of Object.entries(WRITTEN))
			expect(field(label).value).toBe(value);
	});
});

describe("the contact page", () => {
	function serve(contact_email: string | null) {
		fakeApi({
			"/api/auth/session": () => ({
				body: { user: null, providers: { google: false } },
			}),
			"/api/health": () => ({
				body: sampleHealth({ contact_email }),
			}),
		});
		openPage(<ContactPage />, "/contact");
	}

	it("says when mail is read and answered", async () => {
		serve(TO);
		expect((await screen.findByText(TO)).getAttribute("href")).toBe(
			`mailto:${TO}`,
		);
		expect(screen.getByText("Mon-Fri 9-5 EST")).toBeTruthy();
		expect(screen.getByText("Within 24 hours")).toBeTruthy();
	});

	it("keeps the form and the hours without an address, and says that there is none", async () => {
		serve(null);
		await screen.findByText("No contact address");
		expect(screen.getByRole("form", { name: "Contact" })).toBeTruthy();
		expect(
			screen.getByText(/operator of this site has named no email address/),
		).toBeTruthy();
		expect(screen.getByText("Mon-Fri 9-5 EST")).toBeTruthy();
		expect(screen.getByText("Within 24 hours")).toBeTruthy();
	});
});
