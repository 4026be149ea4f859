import { describe, expect, it } from "vitest";
import { mount } from "#web/app.tsx";

describe("the app", () => {
	it("refuses a page without its root element", () => {
		expect(() => mount(null)).toThrow("Root element not found");
	});
});
