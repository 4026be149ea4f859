import { act } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIVE_HEALTH } from "#tests/web/reports/rendered-report.ts";
import { keys } from "#web/api/keys.ts";
import { ServedPageContext } from "#web/api/page-data.ts";
import { useHealth } from "#web/api/use-site.ts";

const PAGE = { answers: { [keys.health]: LIVE_HEALTH }, problems: {}, rendered: null };

let mounted: Root | undefined;
const requested = vi.fn(() => new Promise<never>(() => {}));
beforeEach(() => {
	requested.mockClear();
	vi.stubGlobal("fetch", requested);
});
afterEach(() => {
	act(() => mounted?.unmount());
	vi.unstubAllGlobals();
	document.body.replaceChildren();
});

/** Renders as the server does and hydrates it. */
async function hydrate(content: ReactNode): Promise<HTMLElement> {
	const app = (
		<SWRConfig value={{ fallback: PAGE.answers, fetcher: requested }}>
			<ServedPageContext value={PAGE}>{content}</ServedPageContext>
		</SWRConfig>
	);
	const root = document.createElement("div");
	document.body.append(root);
	root.innerHTML = renderToString(app);
	await act(async () => {
		mounted = hydrateRoot(root, app);
	});
	return root;
}

const rendered = { first: 0, second: 0 };

function Mode({ name }: { name: keyof typeof rendered }) {
	rendered[name] += 1;
	return <p>{useHealth()?.mode}</p>;
}

describe("An answer that came with the page", () => {
	it("is rendered once by each part, whenever the part is hydrated", async () => {
		const root = await hydrate(
			<>
				<Mode name="first" />
				<Suspense>
					<Mode name="second" />
				</Suspense>
			</>,
		);
		expect(root.textContent).toBe("livelive");
		// Once on the server, once here.
		expect(rendered).toEqual({ first: 2, second: 2 });
		expect(requested).not.toHaveBeenCalled();
	});
});
