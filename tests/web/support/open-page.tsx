import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { vi } from "vitest";
import { fetchJson } from "#web/api/request.ts";
import { AppShell } from "#web/features/site/app-shell.tsx";
import { FakeEventSource } from "./fake-event-source.ts";

/** Renders a page in the app shell at an address, with empty caches and storage. */
export function openPage(page: ReactElement, address: string): void {
	FakeEventSource.opened = [];
	vi.stubGlobal("EventSource", FakeEventSource);
	vi.stubGlobal("matchMedia", () => ({ matches: false }));
	localStorage.clear();
	render(
		inCache(
			<MemoryRouter initialEntries={[address]}>
				<AppShell>
					{page}
					<Address />
				</AppShell>
			</MemoryRouter>,
		),
	);
}

/** The element with an empty cache of its own, from which it requests at once and never again. */
export function inCache(element: ReactElement): ReactElement {
	return (
		<SWRConfig
			value={{
				fetcher: fetchJson,
				provider: () => new Map(),
				dedupingInterval: 0,
				shouldRetryOnError: false,
			}}
		>
			{element}
		</SWRConfig>
	);
}

function Address() {
	const { pathname, search, hash } = useLocation();
	return <output data-testid="address">{pathname + search + hash}</output>;
}
