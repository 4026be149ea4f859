import ipaddr from "ipaddr.js";
import { parseAddress } from "#outbound/addresses.ts";

/** A provider gives one customer a /64, and the customer may use any address in it. */
const CUSTOMER_GROUPS = 4;
const CUSTOMER_BITS = "/64";

/** The address that a text names, an IPv4 address also if it is written as an IPv6 one. */
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
 * The key by which one caller is counted: an IPv4 address itself, the /64 of an
 * IPv6 address, and any other text as it is.
 */
export function callerKey(text: string): string {
	const address = readAddress(text);
	if (address === null) return text.trim().toLowerCase();
	return address instanceof ipaddr.IPv4
		? address.toString()
		: `${customerNetwork(address, 1)}::${CUSTOMER_BITS}`;
}

/** Everybody behind one proxy has the same of these addresses. */
const INSIDE = new Set([
	"unspecified",
	"loopback",
	"private",
	"linkLocal",
	"uniqueLocal",
	"carrierGradeNat",
]);

/**
 * The network of a caller, as an address or as `callerKey` names it: the /24 of
 * an IPv4 address, the /64 of an IPv6 address, which is what one household or
 * one machine has. null if there is no address, or if it belongs to no public
 * network.
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
