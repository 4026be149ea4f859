import { act } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import useSWR, { SWRConfig, useSWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keys } from "#web/api/keys.ts";
import {
	preloadPage,
	ServedPageContext,
	storeAnswers,
} from "#web/api/page-data.ts";
import { useHealth } from "#web/api/use-site.ts";
import { LIVE_HEALTH } from "./rendered-report.ts";

const STATS = { total_videos: 7 };
const PAGE = {
	answers: { [keys.health]: LIVE_HEALTH, [keys.stats]: STATS },
	problems: {},
	rendered: null,
};

const requested = vi.fn(() => new Promise<never>(() => {}));
beforeEach(() => {
	requested.mockClear();
	vi.stubGlobal("fetch", requested);
});
afterEach(() => {
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
		hydrateRoot(root, app);
	});
	return root;
}

const rendered = { first: 0, second: 0 };

function Mode({ name }: { name: keyof typeof rendered }) {
	rendered[name] += 1;
	return <p>{useHealth()?.mode}</p>;
}

let stored: () => unknown = () => {};

function Videos() {
	const { cache } = useSWRConfig();
	stored = () => cache.get(keys.stats)?.data;
	return <p>{useSWR<typeof STATS>(keys.stats).data?.total_videos}</p>;
}

/** swr asks for an answer in the frame after its component's effects. */
const aFrame = () =>
	act(() => new Promise((resolve) => requestAnimationFrame(resolve)));

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

	it("is stored when the page is hydrated, without a request", async () => {
		preloadPage("/about", PAGE);
		requested.mockClear();
		const root = await hydrate(<Videos />);
		await aFrame();
		expect(root.textContent).toBe("7");
		expect(stored()).toBeUndefined();
		storeAnswers();
		await aFrame();
		expect(stored()).toEqual(STATS);
		expect(root.textContent).toBe("7");
		expect(requested).not.toHaveBeenCalled();
	});
});
