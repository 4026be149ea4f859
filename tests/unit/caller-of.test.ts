import { describe, expect, it } from "vitest";
import { callerOf } from "#domain/caller-of.ts";

describe("callerOf", () => {
	it.each([
		["203.0.113.7", "203.0.113.7"],
		["local", "local"],
		["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
		["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
		["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
		["2001:db8::1", "2001:db8:0:0::/64"],
		["::1", "0:0:0:0::/64"],
	])("takes %s for %s", (address, network) => {
		expect(callerOf(address)).toBe(network);
	});

	it("tells one customer's addresses from the next one's", () => {
		expect(callerOf("2001:db8:1:2::5")).toBe(callerOf("2001:db8:1:2:9:9:9:9"));
		expect(callerOf("2001:db8:1:2::5")).not.toBe(callerOf("2001:db8:1:3::5"));
	});
});
