import { describe, expect, it } from "vitest";
import {
	checkingReason,
	findVoteCheck,
	leftOutReason,
	voteWindow,
} from "#features/votes/vote-check.ts";
import { networkHash, networkPrefix } from "#identity/network.ts";

const voters = (all: number, fresh = 0, shared = 0) => ({ all, fresh, shared });
const NOBODY = voters(0);

describe("findVoteCheck", () => {
	it.each([
		["one vote of a new member", voters(1, 1, 1), voters(1, 1, 1)],
		["many old accounts", voters(200, 0), voters(240, 0)],
		["an ordinary popular video with some new accounts", voters(60, 12), voters(200, 40)],
		["old and new accounts in about equal numbers", voters(24, 12), voters(60, 30)],
		["the few voters of a new site, all of them new", voters(9, 9), voters(15, 15)],
		["friends who sign up together", voters(9, 9, 9), voters(9, 9, 9)],
		["a classroom of old accounts that share an address", voters(14, 0, 14), voters(29, 0, 29)],
		[
			"a classroom of new accounts across the statements of a video",
			voters(4, 4, 4),
			voters(19, 19, 19),
		],
		["one member on many statements", voters(1, 1, 1), voters(1, 1, 1)],
	])("ignores %s", (_, statement, video) => {
		expect(findVoteCheck({ statement, video })).toBeNull();
	});

	it.each([
		["ten new accounts", voters(10, 10), NOBODY, { on: "statement", fresh: true, shared: false }],
		[
			"new accounts among some old ones",
			voters(200, 120),
			NOBODY,
			{ on: "statement", fresh: true, shared: false },
		],
		[
			"one network's old accounts",
			voters(15, 0, 15),
			NOBODY,
			{ on: "statement", fresh: false, shared: true },
		],
		[
			"one network's accounts among many others",
			voters(200, 3, 15),
			NOBODY,
			{ on: "statement", fresh: false, shared: true },
		],
		[
			"one network's new accounts",
			voters(200, 200, 200),
			NOBODY,
			{ on: "statement", fresh: true, shared: true },
		],
		[
			"new accounts spread over a video",
			voters(2, 2),
			voters(20, 20),
			{ on: "video", fresh: true, shared: false },
		],
		[
			"one network spread over a video",
			voters(5, 0, 5),
			voters(90, 0, 30),
			{ on: "video", fresh: false, shared: true },
		],
	])("reports %s", (_, statement, video, check) => {
		expect(findVoteCheck({ statement, video })).toEqual(check);
	});
});

describe("voteWindow", () => {
	it("spans a minute back and a little ahead, with new accounts up to three days old", () => {
		expect(voteWindow("2026-03-04T00:00:30.000Z")).toEqual({
			since: "2026-03-03T23:59:30.000Z",
			until: "2026-03-04T00:00:45.000Z",
			fresh_since: "2026-03-01T00:00:30.000Z",
			check_since: "2026-03-03T00:00:30.000Z",
		});
	});
});

describe("networks of voters", () => {
	it.each([
		["203.0.113.7", "203.0.113"],
		["::ffff:203.0.113.7", "203.0.113"],
		["2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"],
		["2001:DB8:1:2::", "2001:0db8:0001:0002"],
		["2001:db8::7", "2001:0db8:0000:0000"],
	])("the network of %s is %s", (address, network) => {
		expect(networkPrefix(address)).toBe(network);
	});

	it.each([
		"local",
		"",
		"127.0.0.1",
		"10.1.2.3",
		"172.16.0.1",
		"192.168.1.1",
		"100.64.0.1",
		"169.254.0.1",
		"::1",
		"::",
		"fd00::1",
		"fe80::1",
		"203.0.113",
		"203.0.113.256",
		"1.2.3.4.5",
		"2001:db8::1::2",
		"2001:db8:1",
		"g::1",
		"2001:db8:1:2:3:4:5:6:7",
		"1:2:3:4:5:6:7:8::",
	])("the network of %j is unknown", (address) => {
		expect(networkPrefix(address)).toBeNull();
	});

	it("are stored as a hash that depends on the key", () => {
		const hash = networkHash("a key", "203.0.113");
		expect(hash).toBe(networkHash("a key", "203.0.113"));
		expect(hash).not.toBe(networkHash("another", "203.0.113"));
		expect(hash).not.toBe(networkHash("a key", "203.0.114"));
		expect(hash).not.toContain("203");
	});
});

describe("reasons for leaving votes out of a percentage", () => {
	it("are given while votes are being checked and afterwards", () => {
		expect([
			checkingReason("new_accounts"),
			checkingReason("one_network"),
			leftOutReason(1, { by_team: false, networks: true, mailboxes: false }),
			leftOutReason(1, { by_team: false, networks: false, mailboxes: true }),
			leftOutReason(3, { by_team: false, networks: true, mailboxes: true }),
			leftOutReason(1, { by_team: true, networks: true, mailboxes: false }),
			leftOutReason(18, { by_team: true, networks: true, mailboxes: true }),
		]).toEqual([
			"Being checked: many new accounts voted within a minute. The percentage returns within an hour.",
			"Being checked: many votes came from one network within a minute. The percentage returns within an hour.",
			"The percentage leaves out 1 vote: it counts two of each network.",
			"The percentage leaves out 1 vote: it counts one of each mailbox.",
			"The percentage leaves out 3 votes: it counts two of each network and one of each mailbox.",
			"The percentage leaves out 1 vote that looks coordinated.",
			"The percentage leaves out 18 votes that look coordinated.",
		]);
	});
});
