import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ComponentType, Suspense, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lazyComponent, loadParts, missingLayer, missingPart } from "#web/ui/lazy-part.tsx";

type Layer = { open: boolean; onClose: () => void };

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
	cleanup();
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** A page with a lazy part, opened by a press. */
function Page({ Part }: { Part: ComponentType<Layer> }) {
	const [opened, setOpened] = useState(false);
	return (
		<>
			<button type="button" onClick={() => setOpened(true)}>
				Press
			</button>
			<Suspense fallback={<p>Waiting</p>}>
				{opened && <Part open={opened} onClose={() => setOpened(false)} />}
			</Suspense>
		</>
	);
}

const press = () => act(async () => fireEvent.click(screen.getByText("Press")));

/** Opens a part whose code fails to load the first few times. */
async function open(
	failures: number,
	missing: typeof missingPart | typeof missingLayer = missingPart,
) {
	const load = vi.fn(async (): Promise<ComponentType<Layer>> => {
		if (load.mock.calls.length <= failures) throw new TypeError("no such file");
		return () => <p>The part</p>;
	});
	const Part = lazyComponent<Layer>(load, undefined, { missing });
	render(<Page Part={Part} />);
	await press();
	return load;
}

function pass(ms: number) {
	return act(async () => {
		await vi.advanceTimersByTimeAsync(ms);
		await vi.dynamicImportSettled();
	});
}

describe("lazyComponent", () => {
	it("loads its code once", async () => {
		const load = await open(0);
		await pass(0);
		expect(screen.getByText("The part")).toBeTruthy();
		expect(load).toHaveBeenCalledTimes(1);
	});

	it("renders at once after its name is loaded, in every file that defines it", async () => {
		const define = (text: string) => lazyComponent(async () => () => <p>{text}</p>, "the-part");
		const [One, Two] = [define("one"), define("two")];
		await loadParts(["the-part"]);
		render(
			<Suspense fallback={<p>Waiting</p>}>
				<One />
				<Two />
			</Suspense>,
		);
		expect(screen.queryByText("Waiting")).toBeNull();
		expect(screen.getByText("one").nextSibling?.textContent).toBe("two");
	});

	it("retries once before a notice is shown", async () => {
		const load = await open(1);
		await pass(999);
		expect(screen.getByText("Waiting")).toBeTruthy();
		await pass(1);
		expect(screen.getByText("The part")).toBeTruthy();
		expect(load).toHaveBeenCalledTimes(2);
	});

	it("says in its place that it is missing, and appears when the connection is back", async () => {
		vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
		await open(2);
		await pass(1_000);
		const notice = screen.getByText("This part could not be loaded").parentElement;
		expect(notice?.textContent).toContain("You are offline.");
		expect(screen.queryByRole("button", { name: "Refresh Page" })).toBeNull();
		expect(screen.getByRole("button", { name: "Press" })).toBeTruthy();
		await act(async () => window.dispatchEvent(new Event("online")));
		expect(screen.getByText("The part")).toBeTruthy();
	});

	it("after a deployment offers to refresh, and tries a few more times by itself", async () => {
		const load = await open(4);
		await pass(1_000);
		expect(screen.getByRole("button", { name: "Refresh Page" })).toBeTruthy();
		await pass(5_000);
		expect(load).toHaveBeenCalledTimes(4);
		await pass(10_000);
		expect(screen.getByText("The part")).toBeTruthy();
		await pass(600_000);
		expect(load).toHaveBeenCalledTimes(5);
	});

	it("says where a layer would have been that it is missing, and opens it by itself", async () => {
		vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
		await open(3, missingLayer);
		await pass(1_000);
		const notice = screen.getByText("This could not be loaded").parentElement;
		expect(notice?.textContent).toContain("You are offline. It appears here");
		expect(document.activeElement).toBe(notice);
		await act(async () => window.dispatchEvent(new Event("online")));
		expect(screen.getByText("The part")).toBeTruthy();
		expect(screen.queryByText("This could not be loaded")).toBeNull();
	});

	it.each([
		["presses something else", () => fireEvent.pointerDown(screen.getByText("Press"))],
		["moves the focus away", () => screen.getByText("Press").focus()],
		["presses Escape", () => fireEvent.keyDown(document, { key: "Escape" })],
	])("does not open a layer later for a visitor who %s", async (_, turnAway) => {
		await open(3, missingLayer);
		await pass(1_000);
		await act(async () => void turnAway());
		expect(screen.queryByText("This could not be loaded")).toBeNull();
		await pass(600_000);
		expect(screen.queryByText("The part")).toBeNull();
		await press();
		await pass(0);
		expect(screen.getByText("The part")).toBeTruthy();
	});
});
