import { afterEach, describe, expect, it, vi } from "vitest";
import { logUncaughtErrors } from "#web/mount.tsx";

afterEach(() => {
	vi.restoreAllMocks();
});

describe("logUncaughtErrors", () => {
	it("logs uncaught errors and unhandled rejections", () => {
		const logged = vi.spyOn(console, "error").mockImplementation(() => {});
		const page = new EventTarget();
		logUncaughtErrors(page as Window);
		const thrown = new Error("unforeseen");
		page.dispatchEvent(Object.assign(new Event("error"), { error: thrown }));
		page.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: thrown }));
		expect(logged.mock.calls).toEqual([
			["Uncaught error:", thrown],
			["Unhandled rejection:", thrown],
		]);
	});
});
