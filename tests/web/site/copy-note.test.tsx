import { act, cleanup, render, screen } from "@testing-library/react";
import useSWR, { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { ServedPageContext } from "#web/api/page-data.ts";
import { fetchJson } from "#web/api/request.ts";
import { CopyNote } from "#web/features/site/copy-note.tsx";

const PATH = "/api/videos/abcdefghijk";

function Title() {
	const { data, error } = useSWR<{ title: string }>(PATH, {
		revalidateOnMount: false,
		shouldRetryOnError: false,
	});
	return <h1>{error ? "Not found" : data?.title}</h1>;
}

/** Shows a copy of this age. The server answers as `answers` says, and can be changed. */
function show(minutes: number) {
	const server = { away: true, gone: false };
	fakeApi({
		[PATH]: () =>
			server.away
				? { status: 503, body: problem(503, "database_unreachable", "Away") }
				: server.gone
					? { status: 404, body: problem(404, "not_found", "Gone") }
					: { body: { title: "Now" } },
	});
	const answers = { [PATH]: { title: "Then" } };
	render(
		<SWRConfig value={{ fallback: answers, fetcher: fetchJson, provider: () => new Map() }}>
			<ServedPageContext value={{ answers, problems: {}, age_min: minutes, rendered: null }}>
				<CopyNote minutes={minutes} />
				<Title />
			</ServedPageContext>
		</SWRConfig>,
	);
	return server;
}

const note = () => screen.queryByRole("complementary")?.textContent ?? null;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	cleanup();
	vi.unstubAllGlobals();
});

describe("note on a kept copy of a page", () => {
	it.each([
		[0, "less than a minute"],
		[1, "1 minute"],
		[12, "12 minutes"],
		[59, "59 minutes"],
		[60, "1 hour"],
		[1_439, "23 hours"],
	])("says that a copy of %i minutes is from %s ago", (minutes, words) => {
		show(minutes);
		expect(note()).toContain(`This copy is from ${words} ago, because`);
	});

	it("counts on while the page is open and its data cannot be read", async () => {
		show(12);
		await act(() => vi.advanceTimersByTimeAsync(3 * 60_000 + 1_000));
		expect(note()).toContain("15 minutes");
		expect(screen.getByRole("heading").textContent).toBe("Then");
	});

	it("disappears once the page shows current data", async () => {
		const server = show(12);
		server.away = false;
		await act(() => vi.advanceTimersByTimeAsync(21_000));
		expect(note()).toBeNull();
		expect(screen.getByRole("heading").textContent).toBe("Now");
	});

	it("disappears if what the page shows is gone, and the page says so", async () => {
		const server = show(12);
		Object.assign(server, { away: false, gone: true });
		await act(() => vi.advanceTimersByTimeAsync(21_000));
		expect(note()).toBeNull();
		expect(screen.getByRole("heading").textContent).toBe("Not found");
	});
});
