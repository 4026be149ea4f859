import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import { parseAddress } from "#outbound/addresses.ts";

/** Providers give each customer a /64, in which the customer can use any address. */
const CUSTOMER_GROUPS = 4;
const CUSTOMER_BITS = "/64";

/** Parses an address. An IPv6 address that belongs to the owner of an IPv4 address counts as it. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
	const address = parseAddress(text.trim());
	return address instanceof ipaddr.IPv6 ? (ownersIPv4(address) ?? address) : address;
}

/**
 * The IPv4 address inside an IPv4-mapped address or a tunnel's. The owner of one IPv4 address has a
 * whole /48 of 6to4 (RFC 3056), and chooses the first half of a Teredo address (RFC 4380), whose
 * last 32 bits are the inverted IPv4 address.
 */
function ownersIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
	const bytes = address.toByteArray();
	switch (address.range()) {
		case "ipv4Mapped":
			return address.toIPv4Address();
		case "6to4":
			return new ipaddr.IPv4(bytes.slice(2, 6));
		case "teredo":
			return new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff));
		default:
			return null;
	}
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

/** A network in which a caller is counted, and how many times a limit all of its callers have. */
export type CountedNetwork = { network: string; share: number };

/**
 * The networks in which a caller, given as a `callerKey`, is counted, the smallest first: one for
 * an IPv4 address. For an IPv6 address also the /56 and the /48 around its /64, because providers
 * assign these to customers too, who could otherwise evade a limit from 256 or 65,536 networks.
 */
export function countedNetworks(caller: string): CountedNetwork[] {
	const own = { network: caller, share: 1 };
	const address = caller.endsWith(CUSTOMER_BITS)
		? readAddress(caller.slice(0, -CUSTOMER_BITS.length))
		: null;
	if (!(address instanceof ipaddr.IPv6)) return [own];
	const [a = 0, b = 0, c = 0, d = 0] = address.parts;
	const site = [a, b, c].map((part) => part.toString(16)).join(":");
	return [
		own,
		{ network: `${site}:${(d & 0xff00).toString(16)}::/56`, share: 2 },
		{ network: `${site}::/48`, share: 4 },
	];
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
	const bare = caller.endsWith(CUSTOMER_BITS) ? caller.slice(0, -CUSTOMER_BITS.length) : caller;
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
	return prefix.includes(":") ? prefix.split(":").slice(0, 3).join(":") : callerKey(caller);
}

/** A keyed hash that distinguishes networks without revealing them to anyone who lacks the key. */
export function networkHash(key: string, network: string): string {
	return createHmac("sha256", key).update(network).digest("base64url");
}
