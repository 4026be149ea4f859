import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, it, vi } from "vitest";
import type { WebhookDelivery } from "#contract/webhooks.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { fetchJson } from "#web/api/request.ts";
import { WebhookPanel } from "#web/features/webhooks/webhook-panel.tsx";

const AT = "2026-02-03T10:00:00.000Z";

function aDelivery(fields: Partial<WebhookDelivery> = {}) {
	return {
		id: "msg_1",
		analysis_id: "A".repeat(20),
		video_id: "abcdefghijk",
		url: "https://hooks.example.com/in",
		event: "analysis.completed",
		status: "delivered",
		attempts: 1,
		created_at: AT,
		next_attempt_at: null,
		last_attempt_at: AT,
		response_status: 204,
		error: null,
		...fields,
	};
}

function serve(deliveries: object[] = [], next_cursor: string | null = null) {
	let made = 0;
	return fakeApi({
		"/api/webhooks/secret": ({ method }) => {
			if (method === "POST") made += 1;
			const created_at = made ? AT : null;
			const previous_until = made > 1 ? AT : null;
			const secret = `whsec_${made}`;
			return method === "POST"
				? { status: 201, body: { secret, created_at, previous_until } }
				: { body: { created_at, previous_until } };
		},
		"/api/webhooks/deliveries": () => ({ body: { deliveries, next_cursor } }),
		"/api/webhooks/deliveries?cursor=more": () => ({
			body: {
				deliveries: [aDelivery({ id: "msg_9", url: "https://old.example/" })],
				next_cursor: null,
			},
		}),
		"/api/webhooks/deliveries/msg_1/resend": () => ({ status: 202, body: {} }),
	});
}

function show() {
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<WebhookPanel member_id="m1" />
		</SWRConfig>,
	);
}

const press = async (name: string | RegExp) =>
	fireEvent.click(await screen.findByRole("button", { name }));

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

it("a webhook secret is created, shown once and replaced", async () => {
	serve();
	show();
	await press("Create a Secret");
	const box = within(await screen.findByRole("region", { name: "New webhook secret" }));
	expect(box.getByDisplayValue("whsec_1")).toBeTruthy();
	expect(box.queryByText(/the one before/i)).toBeNull();
	await press("I Have It");
	expect(screen.queryByDisplayValue("whsec_1")).toBeNull();
	await press("Replace the Secret");
	expect(await screen.findByDisplayValue("whsec_2")).toBeTruthy();
	expect(screen.getByText(/The previous secret also works/)).toBeTruthy();
});

it("the delivery log lists events with their outcome, and more on request", async () => {
	const failed = {
		id: "msg_2",
		event: "analysis.failed" as const,
		status: "failed" as const,
		attempts: 10,
		error: "The receiver answered 500.",
	};
	serve([aDelivery(), aDelivery(failed)], "more");
	show();
	const list = await screen.findByRole("list", { name: "Deliveries" });
	const [first, second] = within(list).getAllByRole("listitem");
	expect(first?.textContent).toContain("Analysis completed");
	expect(first?.textContent).toContain("Delivered");
	expect(second?.textContent).toContain("Given up");
	expect(second?.textContent).toContain("10 attempts");
	expect(second?.textContent).toContain("The receiver answered 500.");
	await press("Load More");
	expect(await screen.findByText("https://old.example/")).toBeTruthy();
});

it("an event can be resent unless it is pending", async () => {
	const asked = serve([
		aDelivery(),
		aDelivery({ id: "msg_2", status: "pending", url: "https://b.example/" }),
	]);
	show();
	await press("Resend to https://hooks.example.com/in");
	expect(await screen.findByText("The event is sent again.")).toBeTruthy();
	expect(asked.filter(({ method }) => method === "POST")).toEqual([
		{ method: "POST", path: "/api/webhooks/deliveries/msg_1/resend", body: {} },
	]);
	expect(screen.queryByRole("button", { name: /b\.example/ })).toBeNull();
});

it("an empty delivery log explains how to get deliveries", async () => {
	serve();
	show();
	expect(await screen.findByText(/Nothing has been sent yet/)).toBeTruthy();
	expect(screen.queryByRole("list", { name: "Deliveries" })).toBeNull();
});
