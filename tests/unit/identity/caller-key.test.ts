import { describe, expect, it } from "vitest";
import { callerKey, countedNetworks, networkOf } from "#identity/network.ts";

describe("callerKey", () => {
	it.each([
		["203.0.113.7", "203.0.113.7"],
		["local", "local"],
		["::ffff:203.0.113.7", "203.0.113.7"],
		["::FFFF:cb00:7107", "203.0.113.7"],
		["2002:cb00:7107:1::5", "203.0.113.7"],
		["2001:0:4136:e378:8000:63bf:34ff:8ef8", "203.0.113.7"],
		["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
		["no:address", "no:address"],
		["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
		["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
		["2001:db8::1", "2001:db8:0:0::/64"],
		["::1", "0:0:0:0::/64"],
	])("counts %s as %s", (address, network) => {
		expect(callerKey(address)).toBe(network);
	});

	it("distinguishes neighbouring customers and joins the addresses of one", () => {
		expect(callerKey("2001:db8:1:2::5")).toBe(callerKey("2001:db8:1:2:9:9:9:9"));
		expect(callerKey("2001:db8:1:2::5")).not.toBe(callerKey("2001:db8:1:3::5"));
	});
});

describe("networkOf", () => {
	it.each([
		["203.0.113.7", "203.0.113.7"],
		["::ffff:203.0.113.7", "203.0.113.7"],
		["2001:db8:1:2:3:4:5:6", "2001:0db8:0001"],
		["2001:db8:1:ffff::", "2001:0db8:0001"],
		["2001:db8:2:2::", "2001:0db8:0002"],
	])("gives %s, and its key, the network %s", (address, network) => {
		expect(networkOf(address)).toBe(network);
		expect(networkOf(callerKey(address))).toBe(network);
	});

	it.each(["local", "", "127.0.0.1", "10.1.2.3", "::1", "fd00::1", "no:address"])(
		"knows no network of %j",
		(address) => {
			expect(networkOf(callerKey(address))).toBeNull();
		},
	);
});

describe("countedNetworks", () => {
	const counted = (address: string) => countedNetworks(callerKey(address));

	it.each(["203.0.113.7", "::ffff:203.0.113.7", "local", "no:address"])(
		"counts %s once",
		(address) => {
			const network = callerKey(address);
			expect(counted(address)).toEqual([{ network, share: 1 }]);
		},
	);

	it("counts an IPv6 address in its /64, its /56 and its /48", () => {
		expect(counted("2001:db8:1:a2b3:4:5:6:7")).toEqual([
			{ network: "2001:db8:1:a2b3::/64", share: 1 },
			{ network: "2001:db8:1:a200::/56", share: 2 },
			{ network: "2001:db8:1::/48", share: 4 },
		]);
	});

	it("counts the networks of one customer together, and those of two apart", () => {
		const [one, near, far, other] = [
			"2001:db8:1:a2b3::1",
			"2001:db8:1:a2ff::1",
			"2001:db8:1:b2b3::1",
			"2001:db8:2:a2b3::1",
		].map((address) => counted(address).map(({ network }) => network));
		const shared = (networks: string[] = []) =>
			networks.filter((network) => one?.includes(network));
		expect(shared(near)).toEqual(["2001:db8:1:a200::/56", "2001:db8:1::/48"]);
		expect(shared(far)).toEqual(["2001:db8:1::/48"]);
		expect(shared(other)).toEqual([]);
	});
});
