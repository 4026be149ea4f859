import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Health } from "#contract/site.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { inCache } from "#tests/web/support/open-page.tsx";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import { NewsletterForm } from "#web/features/newsletter/newsletter.tsx";
import {
	ConfirmNewsletterPage,
	LeaveNewsletterPage,
} from "#web/features/newsletter/newsletter-link-page.tsx";

function open(health: Partial<Health> = {}) {
	const asked = fakeApi({
		"/api/health": () => ({ body: sampleHealth(health) }),
		"/api/newsletter": ({ body }) =>
			(body as { email: string }).email.includes("@")
				? { status: 202, body: { message: "Please check your email.", delivery_id: null } }
				: { status: 400, body: problem(400, "invalid", "Please enter an email address.") },
	});
	render(inCache(<NewsletterForm />));
	return () => asked.filter(({ path }) => path === "/api/newsletter");
}

const field = () => screen.getByLabelText<HTMLInputElement>("Email");
const button = () => screen.getByRole("button");
function subscribe(email: string) {
	fireEvent.change(field(), { target: { value: email } });
	fireEvent.click(button());
}

afterEach(() => {
	vi.useRealTimers();
	cleanup();
	vi.unstubAllGlobals();
});

describe("newsletter form", () => {
	it("ignores a blank address", async () => {
		const asked = open();
		subscribe("   ");
		await act(async () => {});
		expect(asked()).toEqual([]);
		expect(screen.getByRole("alert").textContent).toBe("");
	});

	it("is cleared and says Subscribed! for three seconds", async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		const asked = open();
		subscribe(" ada@example.org ");
		await screen.findByRole("button", { name: "Subscribed!" });
		expect(screen.getByRole("status").textContent).toBe("Please check your email.");
		expect(field().value).toBe("");
		await act(() => vi.advanceTimersByTimeAsync(2_500));
		expect(button().textContent).toBe("Subscribed!");
		await act(() => vi.advanceTimersByTimeAsync(600));
		expect(button().textContent).toBe("Subscribe");
		expect(asked().map(({ body }) => body)).toEqual([{ email: "ada@example.org" }]);
	});

	it("asks once about an address that is probably mistyped, and takes either answer", async () => {
		const asked = open();
		subscribe("ada@gmial.com");
		const question = await screen.findByText(/Did you mean/);
		expect(question.textContent).toBe("Did you mean ada@gmail.com?");
		expect(document.activeElement).toBe(question);
		expect(asked()).toEqual([]);
		fireEvent.click(screen.getByRole("button", { name: "Keep as Typed" }));
		await screen.findByText("Please check your email.");
		subscribe("bea@hotmial.com");
		fireEvent.click(await screen.findByRole("button", { name: "Use This Address" }));
		await waitFor(() => expect(asked()).toHaveLength(2));
		expect(asked().map(({ body }) => body)).toEqual([
			{ email: "ada@gmial.com" },
			{ email: "bea@hotmail.com" },
		]);
		expect(screen.queryByText(/Did you mean/)).toBeNull();
	});

	it("says that the email could not be delivered once that is known", async () => {
		const detail = "The email could not be delivered: check the address.";
		fakeApi({
			"/api/health": () => ({ body: sampleHealth() }),
			"/api/newsletter": () => ({
				status: 202,
				body: { message: "Please check your email.", delivery_id: "of-ada" },
			}),
			"/api/mail/deliveries/of-ada": () => ({ body: { failed: true, detail } }),
		});
		render(inCache(<NewsletterForm />));
		subscribe("ada@example.org");
		await screen.findByText(detail);
		expect(screen.getByRole("alert").textContent).toBe(detail);
		expect(screen.queryByText("Please check your email.")).toBeNull();
	});

	it("shows the server's error and keeps the address", async () => {
		open();
		subscribe("ada");
		await screen.findByText("Please enter an email address.");
		expect(field().value).toBe("ada");
		expect(document.activeElement).toBe(field());
		expect(button().textContent).toBe("Subscribe");
	});
});

describe("promise of the newsletter form", () => {
	it("offers to unsubscribe if the site sends email", async () => {
		open({ mail: true });
		expect(await screen.findByText(/Unsubscribe any time/)).toBeTruthy();
		expect(screen.queryByText(/cannot send email/)).toBeNull();
	});

	it("says what happens to the address if the site cannot send email", async () => {
		open({ mail: false });
		expect(await screen.findByText(/cannot send email yet/)).toBeTruthy();
		expect(screen.queryByText(/Unsubscribe/)).toBeNull();
	});
});

describe("page that a newsletter's link opens", () => {
	function openLink(page: ReactElement, hash: string, answer = 204) {
		window.history.replaceState(null, "", `/newsletter${hash}`);
		const asked = fakeApi({
			"/api/newsletter/confirm": () => ({ status: answer }),
			"/api/newsletter/unsubscribe?token=abc": () =>
				answer === 204
					? { status: 204 }
					: { status: 400, body: problem(400, "link_unusable", "Not valid.") },
		});
		render(inCache(<BrowserRouter>{page}</BrowserRouter>));
		return asked;
	}

	it("acts on a press alone", async () => {
		const asked = openLink(<ConfirmNewsletterPage />, "#token%3Dabc");
		expect(asked).toEqual([]);
		fireEvent.click(screen.getByRole("button", { name: /Subscription|Unsubscribe/ }));
		await screen.findByText(/You are subscribed/);
		expect(asked.map(({ body }) => body)).toEqual([{ token: "abc" }]);
	});

	it("shows why a link does not work", async () => {
		openLink(<LeaveNewsletterPage />, "#token=abc", 400);
		fireEvent.click(screen.getByRole("button", { name: /Subscription|Unsubscribe/ }));
		await screen.findByText("Not valid.");
	});

	it("says that a link without its token is not complete", () => {
		openLink(<LeaveNewsletterPage />, "#to");
		expect(screen.getByText("This link is not complete")).toBeTruthy();
	});
});
