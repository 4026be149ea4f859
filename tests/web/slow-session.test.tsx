import {
	act,
	cleanup,
	fireEvent,
	render,
	screen,
	waitFor,
} from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchJson } from "#web/api/request.ts";
import { useAuth } from "#web/features/accounts/auth-context.ts";
import { AuthProvider } from "#web/features/accounts/auth-provider.tsx";
import { sampleUser } from "./sample-account.ts";

/** A page whose session answer comes when the test says so. */
function openWithSlowSession() {
	let answer: (response: Response) => void = () => {};
	vi.stubGlobal("fetch", () => new Promise((resolve) => (answer = resolve)));
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter>
				<AuthProvider>
					<Gate />
				</AuthProvider>
			</MemoryRouter>
		</SWRConfig>,
	);
	return async (user: ReturnType<typeof sampleUser> | null) => {
		const body = JSON.stringify({ user, providers: { google: false } });
		await act(async () => answer(new Response(body, { status: 200 })));
	};
}

/** A link that only members may follow. */
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

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("a press while the session answer is on its way", () => {
	it("waits for it, and never asks a member to sign in", async () => {
		const answer = openWithSlowSession();
		fireEvent.click(screen.getByRole("button", { name: "Gate closed" }));
		await answer(sampleUser());
		expect(await screen.findByText("Gate open")).toBeTruthy();
		expect(screen.queryByRole("dialog")).toBeNull();
	});

	it("asks a visitor to sign in once it is known that nobody is", async () => {
		const answer = openWithSlowSession();
		fireEvent.click(screen.getByRole("button", { name: "Gate closed" }));
		expect(screen.queryByText("Sign in first.")).toBeNull();
		await answer(null);
		await waitFor(
			() => expect(screen.getByText("Sign in first.")).toBeTruthy(),
			{ timeout: 15_000 },
		);
	}, 20_000);
});
