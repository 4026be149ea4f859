import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { fetchJson } from "#web/api/request.ts";
import { AccountControls } from "#web/features/accounts/account-controls.tsx";
import { AuthProvider } from "#web/features/accounts/auth-provider.tsx";

/** A page for a visitor, with the sign-in dialog and the header's Sign In. */
export function open(
	answers: Parameters<typeof fakeApi>[0],
	{
		page = null,
		at = "/",
		google = false,
	}: { page?: ReactNode; at?: string; google?: boolean } = {},
) {
	const asked = fakeApi({
		"/api/auth/session": () => ({ body: { user: null, providers: { google } } }),
		...answers,
	});
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
			<MemoryRouter initialEntries={[at]}>
				<AuthProvider>
					<AccountControls />
					{page}
				</AuthProvider>
			</MemoryRouter>
		</SWRConfig>,
	);
	return asked;
}

export async function openDialog() {
	fireEvent.click(await screen.findByRole("button", { name: "Sign In" }));
	return within(await screen.findByRole("dialog"));
}

export function fill(field: HTMLElement, value: string) {
	fireEvent.change(field, { target: { value } });
}

export function submitFormOf(field: HTMLElement) {
	const form = field.closest("form");
	if (form === null) throw new Error("no form");
	fireEvent.submit(form);
}
