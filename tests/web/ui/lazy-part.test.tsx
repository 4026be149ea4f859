import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ComponentType, Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";

type Loaded = ComponentType<object>;

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** Renders a page whose code fails to load the first few times. */
async function open(failures: number) {
	const load = vi.fn(async (): Promise<Loaded> => {
		if (load.mock.calls.length <= failures) throw new TypeError("no such file");
		return () => <p>The page</p>;
	});
	const Page = lazyComponent(load);
	await act(async () => {
		render(
			<ErrorBoundary>
				<Suspense fallback={<p>Waiting</p>}>
					<Page />
				</Suspense>
			</ErrorBoundary>,
		);
	});
	return load;
}

function pass(ms: number) {
	return act(() => vi.advanceTimersByTimeAsync(ms));
}

describe("lazyComponent", () => {
	it("loads its code once", async () => {
		const load = await open(0);
		await pass(0);
		expect(screen.getByText("The page")).toBeTruthy();
		expect(load).toHaveBeenCalledTimes(1);
	});

	it("retries once before an error is shown", async () => {
		const load = await open(1);
		await pass(999);
		expect(screen.getByText("Waiting")).toBeTruthy();
		await pass(1);
		expect(screen.getByText("The page")).toBeTruthy();
		expect(load).toHaveBeenCalledTimes(2);
	});

	it("offers to refresh if loading fails, and loads again after Try Again", async () => {
		const load = await open(2);
		await pass(1_000);
		expect(screen.getByRole("alert").textContent).toContain("the site was just updated");
		expect(screen.getByRole("button", { name: "Refresh Page" })).toBeTruthy();
		await pass(10_000);
		expect(load).toHaveBeenCalledTimes(2);
		const again = screen.getByRole("button", { name: "Try Again" });
		await act(async () => fireEvent.click(again));
		await pass(1_000);
		expect(screen.getByText("The page")).toBeTruthy();
		expect(load).toHaveBeenCalledTimes(3);
	});
});
