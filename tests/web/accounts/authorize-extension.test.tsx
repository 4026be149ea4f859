import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { sampleUser } from "#tests/web/support/sample-account.ts";
import { fetchJson } from "#web/api/request.ts";
import { AuthProvider } from "#web/features/accounts/auth-provider.tsx";
import { AuthorizeExtensionPage } from "#web/features/accounts/sign-in/authorize-extension-page.tsx";

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const ASKED =
	"?redirect_uri=https%3A%2F%2Fextension.example%2F&code_challenge=abc&code_challenge_method=S256&state=s&more=ignored";

function open(search: string, answers: Parameters<typeof fakeApi>[0] = {}) {
	const asked = fakeApi({
		"/api/auth/session": () => ({ body: { user: sampleUser(), providers: { google: false } } }),
		...answers,
	});
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter initialEntries={[`/extension/authorize${search}`]}>
				<AuthProvider>
					<AuthorizeExtensionPage />
				</AuthProvider>
			</MemoryRouter>
		</SWRConfig>,
	);
	return asked;
}

describe("the page on which a member lets the extension in", () => {
	it("sends nothing before Allow is pressed, and then what the extension asked", async () => {
		const asked = open(ASKED, {
			"/api/extension/codes": () => ({
				status: 400,
				body: problem(400, "extension_unknown", "Not this site's extension."),
			}),
		});
		const allow = await screen.findByRole("button", { name: "Allow" });
		expect(screen.getByText(sampleUser().email)).toBeTruthy();
		expect(asked.some(({ path }) => path === "/api/extension/codes")).toBe(false);
		fireEvent.click(allow);
		await screen.findByText("Not this site's extension.");
		expect(asked.at(-1)?.body).toEqual({
			redirect_uri: "https://extension.example/",
			code_challenge: "abc",
			code_challenge_method: "S256",
			state: "s",
		});
		expect(screen.queryByText(/Allowed/)).toBeNull();
	});

	it("says who opens it if nobody asks for anything", async () => {
		open("");
		await screen.findByText(/opened by the browser extension/);
		expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
	});
});
