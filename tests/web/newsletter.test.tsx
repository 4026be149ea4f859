import {
	act,
	cleanup,
	fireEvent,
	render,
	screen,
} from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NewsletterOutcome } from "#contract/newsletter.ts";
import { NewsletterForm } from "#web/features/newsletter/newsletter-form.tsx";
import { NewsletterResult } from "#web/features/newsletter/newsletter-outcome.tsx";
import { fakeApi, problem } from "./fake-api.ts";

function open() {
	const asked = fakeApi({
		"/api/newsletter": ({ body }) =>
			(body as { email: string }).email.includes("@")
				? { status: 202, body: { message: "Please check your email." } }
				: {
						status: 400,
						body: problem(400, "invalid", "Please enter an email address."),
					},
	});
	render(<NewsletterForm />);
	return asked;
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

describe("the newsletter box", () => {
	it("ignores a blank address", async () => {
		const asked = open();
		subscribe("   ");
		await act(async () => {});
		expect(asked).toEqual([]);
		expect(screen.getByRole("alert").textContent).toBe("");
	});

	it("says Subscribed! for three seconds and is empty again", async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		const asked = open();
		subscribe(" ada@example.org ");
		await screen.findByRole("button", { name: "Subscribed!" });
		expect(screen.getByRole("status").textContent).toBe(
			"Please check your email.",
		);
		expect(field().value).toBe("");
		await act(() => vi.advanceTimersByTimeAsync(2_500));
		expect(button().textContent).toBe("Subscribed!");
		await act(() => vi.advanceTimersByTimeAsync(600));
		expect(button().textContent).toBe("Subscribe");
		expect(asked.map(({ body }) => body)).toEqual([
			{ email: "ada@example.org" },
		]);
	});

	it("shows the server's refusal and keeps the address", async () => {
		open();
		subscribe("ada");
		await screen.findByText("Please enter an email address.");
		expect(field().value).toBe("ada");
		expect(document.activeElement).toBe(field());
		expect(button().textContent).toBe("Subscribe");
	});
});

describe("the notice after a link from a mail", () => {
	it.each(NewsletterOutcome.options)("has words for %s", (outcome) => {
		render(<NewsletterResult outcome={outcome} onClose={() => {}} />);
		expect(screen.getByRole("status").textContent?.length).toBeGreaterThan(40);
	});

	it("shows nothing for an unknown word", () => {
		render(<NewsletterResult outcome="<b>hello</b>" onClose={() => {}} />);
		expect(screen.queryByRole("status")).toBeNull();
	});
});
