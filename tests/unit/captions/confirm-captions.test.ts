import { describe, expect, it } from "vitest";
import {
	areConfirmed,
	hashNetwork,
	type SentCaptions,
} from "#features/captions/confirm-captions.ts";

const NOW = "2026-03-02T12:00:00.000Z";
const A_DAY_AGO = "2026-03-01T12:00:00.000Z";
const LATER = "2026-03-01T12:00:00.001Z";

const sent = (member_id: string, network: string | null, created_at: string): SentCaptions => ({
	member_id,
	created_at,
	network: network && hashNetwork(network, `salt of ${member_id}`),
});
const own = sent("me", "203.0.113.7", NOW);
const confirmed = (
	same: SentCaptions[],
	network: string | null = "203.0.113.7",
	member_id: string | null = "me",
) => areConfirmed(same, { member_id, network }, NOW);

describe("captions that members sent", () => {
	it("are confirmed by another member's from another network a day ago", () => {
		const other = sent("other", "198.51.100.1", A_DAY_AGO);
		expect(confirmed([own, other])).toBe(true);
		expect(confirmed([other, own])).toBe(true);
	});

	it("are confirmed when they are sent again a day after another member's", () => {
		const first = { ...own, created_at: "2026-01-01T00:00:00.000Z" };
		const other = sent("other", "198.51.100.1", A_DAY_AGO);
		expect(confirmed([first, other])).toBe(true);
	});

	it.each<[string, SentCaptions[]]>([
		["nobody else's", [own]],
		["the member's own from another network", [sent("me", "198.51.100.1", A_DAY_AGO)]],
		["those of the same network", [own, sent("other", "203.0.113.7", A_DAY_AGO)]],
		[
			"those of an IPv6 network, which may be of the same household",
			[own, sent("other", "2001:0db8:0007", A_DAY_AGO)],
		],
		["those of less than a day ago", [own, sent("other", "198.51.100.1", LATER)]],
		["those of an unknown network or a new account", [own, sent("other", null, A_DAY_AGO)]],
	])("are not confirmed by %s", (_, same) => {
		expect(confirmed(same)).toBe(false);
	});

	it("are not confirmed for a new account, from an unknown network, or for nobody", () => {
		const other = sent("other", "198.51.100.1", A_DAY_AGO);
		expect(confirmed([{ ...own, network: null }, other])).toBe(false);
		expect(confirmed([own, other], null)).toBe(false);
		expect(confirmed([own, other], "203.0.113.7", null)).toBe(false);
	});

	it("keep their network only as a hash with a salt of its own", () => {
		const hash = hashNetwork("203.0.113.7", "a");
		expect(hash).not.toContain("203");
		expect(hash).not.toBe(hashNetwork("203.0.113.7", "b"));
	});
});
