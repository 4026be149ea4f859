import { describe, expect, it } from "vitest";
import { mount } from "#web/mount.tsx";

describe("the app", () => {
	it("refuses a page without its root element", () => {
		const page = { answers: {}, problems: {}, rendered: null };
		expect(() => mount(null, page)).toThrow("Root element not found");
	});
});
