import ipaddr from "ipaddr.js";
import { parseAddress } from "#outbound/addresses.ts";

/** A provider gives one customer a /64, and the customer may use any address in it. */
const CUSTOMER_HEXTETS = 4;

/** The first half of an IPv6 address, in groups of at least `digits` digits. */
function customerNetwork(address: ipaddr.IPv6, digits: number): string {
	return address.parts
		.slice(0, CUSTOMER_HEXTETS)
		.map((part) => part.toString(16).padStart(digits, "0"))
		.join(":");
}

/**
 * The key by which one caller is counted: an IPv4 address itself, the /64 of an
 * IPv6 address, and any other text as it is.
 */
export function callerKey(text: string): string {
	const address = parseAddress(text);
	if (!(address instanceof ipaddr.IPv6) || text.includes(".")) return text;
	return `${customerNetwork(address, 1)}::/64`;
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
 * The network of an address: the /24 of an IPv4 address, the /64 of an IPv6
 * address, which is what one household or one machine has. null if there is no
 * address, or if it belongs to no public network.
 */
export function networkPrefix(text: string): string | null {
	const parsed = parseAddress(text.trim());
	const address =
		parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()
			? parsed.toIPv4Address()
			: parsed;
	if (address === null || INSIDE.has(address.range())) return null;
	return address instanceof ipaddr.IPv4
		? address.octets.slice(0, 3).join(".")
		: customerNetwork(address, 4);
}
