import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Suspense, use, useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sampleUser } from "#tests/web/support/sample-account.ts";
import { fetchJson } from "#web/api/request.ts";
import { useAuth } from "#web/features/accounts/auth-context.ts";
import { AuthProvider } from "#web/features/accounts/auth-provider.tsx";

/** A page whose session response arrives when the test sends it. */
function openWithSlowSession(gate = <Gate />) {
	let answer: (response: Response) => void = () => {};
	vi.stubGlobal("fetch", () => new Promise((resolve) => (answer = resolve)));
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter>
				<AuthProvider>{gate}</AuthProvider>
			</MemoryRouter>
		</SWRConfig>,
	);
	return async (user: ReturnType<typeof sampleUser> | null) => {
		const body = JSON.stringify({ user, providers: { google: false } });
		await act(async () => answer(new Response(body, { status: 200 })));
	};
}

/** A button that requires a signed-in member. */
function Gate() {
	const { promptSignIn } = useAuth();
	const [outcome, setOutcome] = useState("closed");
	async function press() {
		if (await promptSignIn("Sign in first.")) setOutcome("open");
	}
	return (
		<button type="button" onClick={() => void press()}>
			Gate {outcome}
		</button>
	);
}

const NEVER = new Promise<never>(() => {});

/** Part of a page that takes long to show the member. */
function SlowPart() {
	if (useAuth().user) use(NEVER);
	return null;
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("promptSignIn while the session is loading", () => {
	it("waits for the session and does not ask a member to sign in", async () => {
		const answer = openWithSlowSession();
		fireEvent.click(screen.getByRole("button", { name: "Gate closed" }));
		await answer(sampleUser());
		expect(await screen.findByText("Gate open")).toBeTruthy();
		expect(screen.queryByRole("dialog")).toBeNull();
	});

	it("asks a visitor to sign in after the session has loaded", async () => {
		const answer = openWithSlowSession();
		fireEvent.click(screen.getByRole("button", { name: "Gate closed" }));
		expect(screen.queryByText("Sign in first.")).toBeNull();
		await answer(null);
		await waitFor(() => expect(screen.getByText("Sign in first.")).toBeTruthy(), {
			timeout: 15_000,
		});
	}, 20_000);

	it("does not ask a member whom the page does not show yet", async () => {
		const answer = openWithSlowSession(
			<Suspense>
				<SlowPart />
				<Gate />
			</Suspense>,
		);
		await answer(sampleUser());
		fireEvent.click(screen.getByRole("button", { name: "Gate closed" }));
		expect(await screen.findByText("Gate open")).toBeTruthy();
		expect(screen.queryByRole("dialog")).toBeNull();
	});
});
