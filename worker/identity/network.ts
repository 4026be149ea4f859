import ipaddr from "ipaddr.js";
import { parseAddress } from "#outbound/addresses.ts";

/** Providers give each customer a /64, in which the customer can use any address. */
const CUSTOMER_GROUPS = 4;
const CUSTOMER_BITS = "/64";

/** Parses an address. An IPv4 address may be written as an IPv4-mapped IPv6 address. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
	const address = parseAddress(text.trim());
	return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
		? address.toIPv4Address()
		: address;
}

/** The first half of an IPv6 address, in groups of at least `digits` digits. */
function customerNetwork(address: ipaddr.IPv6, digits: number): string {
	return address.parts
		.slice(0, CUSTOMER_GROUPS)
		.map((part) => part.toString(16).padStart(digits, "0"))
		.join(":");
}

/**
 * The key by which a caller is counted: an IPv4 address, the /64 of an IPv6 address, or any other
 * text unchanged.
 */
export function callerKey(text: string): string {
	const address = readAddress(text);
	if (address === null) return text.trim().toLowerCase();
	return address instanceof ipaddr.IPv4
		? address.toString()
		: `${customerNetwork(address, 1)}::${CUSTOMER_BITS}`;
}

/** Private addresses, which everyone behind one proxy shares. */
const INSIDE = new Set([
	"unspecified",
	"loopback",
	"private",
	"linkLocal",
	"uniqueLocal",
	"carrierGradeNat",
]);

/**
 * The network of a caller, given as an address or as a `callerKey`: the /24 of an IPv4 address,
 * or the /64 of an IPv6 address (one household or machine). null if there is no address or if it
 * is not public.
 */
export function networkPrefix(caller: string): string | null {
	const bare = caller.endsWith(CUSTOMER_BITS)
		? caller.slice(0, -CUSTOMER_BITS.length)
		: caller;
	const address = readAddress(bare);
	if (address === null || INSIDE.has(address.range())) return null;
	return address instanceof ipaddr.IPv4
		? address.octets.slice(0, 3).join(".")
		: customerNetwork(address, 4);
}

/**
 * The network of a caller that tells two people apart: an IPv4 address, or the /48 of an IPv6
 * address, which some providers give to one customer. null if there is no address or if it is not
 * public.
 */
export function networkOf(caller: string): string | null {
	const prefix = networkPrefix(caller);
	if (prefix === null) return null;
	return prefix.includes(":")
		? prefix.split(":").slice(0, 3).join(":")
		: callerKey(caller);
}
