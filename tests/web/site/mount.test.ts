import { describe, expect, it } from "vitest";
import { mount } from "#web/mount.tsx";

describe("mount", () => {
	it("throws for a page without the root element", () => {
		const page = { answers: {}, problems: {}, rendered: null };
		expect(() => mount(null, page)).toThrow("Root element not found");
	});
});
