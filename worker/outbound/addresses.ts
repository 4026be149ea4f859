import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";
import * as z from "zod";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { readBounded } from "./bounded-body.ts";
import type { OutboundBounds, OutboundFetch } from "./outbound.ts";

/** The part of the IPv6 space that is allocated to the public internet. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Parses an address in the form used by resolvers. ipaddr.js alone would also accept 127.1,
 * 0x7f.1 and similar forms.
 */
export function parseAddress(text: string): IPv4 | IPv6 | null {
	if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
	return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

/** Whether the address belongs to the public internet. */
export function isPublicAddress(text: string): boolean {
	const address = parseAddress(text);
	if (address?.range() !== "unicast") return false;
	return address instanceof ipaddr.IPv4 || address.match(GLOBAL_V6);
}

/** Suffixes of names in private networks. */
const INNER_SUFFIXES = [
	"localhost",
	"localdomain",
	"local",
	"internal",
	"intranet",
	"lan",
	"home",
	"corp",
	"private",
	"arpa",
];

/** Whether a host name is one of the names or a subdomain of one. */
export function isSubdomainOf(hostname: string, names: readonly string[]): boolean {
	const name = hostname.toLowerCase().replace(/\.$/, "");
	return names.some((one) => name === one || name.endsWith(`.${one}`));
}

/** Whether a host name from a parsed URL can only belong to a private network. */
export function isInternalName(hostname: string): boolean {
	return isSubdomainOf(hostname, INNER_SUFFIXES);
}

/** Top-level names without public hosts, in addition to those of private networks. */
const NOBODYS_SUFFIXES = ["test", "example", "invalid", "onion", "alt"];

/**
 * Why a host name from a parsed URL may not be called: a sentence, or null. `own_hostname` is the
 * site's own host, which it does not call.
 */
export function hostProblem(hostname: string, own_hostname: string | null): string | null {
	if (hostname.startsWith("[") || /^[\d.]+$/.test(hostname))
		return "It must name a host, not an IP address.";
	const denied =
		!hostname.includes(".") ||
		isInternalName(hostname) ||
		isSubdomainOf(hostname, NOBODYS_SUFFIXES) ||
		(own_hostname !== null && isSubdomainOf(hostname, [own_hostname]));
	return denied ? "Its host is not public." : null;
}

const BOUNDS = { timeout_ms: 5_000, max_bytes: 64 * 1_024 };
/** Record type numbers. An answer contains aliases beside addresses. */
const ADDRESS_TYPES = { A: 1, AAAA: 28 };

const Answer = z.object({
	/** 0: no error. */
	Status: z.int(),
	Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
});

/** The bounds of one lookup, if its caller has less time than a lookup may take. */
export type LookupBounds = Partial<Pick<OutboundBounds, "timeout_ms" | "granted">>;

/**
 * Resolves a host name to all of its IPv4 and IPv6 addresses with DNS over HTTPS. Throws if the
 * resolver does not answer. An unknown name has no addresses.
 */
export function hostResolver(fetch: OutboundFetch, resolver_url: string) {
	const ask = async (
		hostname: string,
		type: keyof typeof ADDRESS_TYPES,
		bounds: LookupBounds,
	): Promise<string[]> => {
		const url = new URL(resolver_url);
		url.searchParams.set("name", hostname);
		url.searchParams.set("type", type);
		const headers = { accept: "application/dns-json" };
		const response = await fetch(url.href, { headers }, { ...BOUNDS, ...bounds });
		const text = await readBounded(response);
		if (!response.ok) throw new Error(`The resolver says ${response.status}`);
		const { Status, Answer: records } = Answer.parse(parseUntrustedJson(text));
		if (Status !== 0) return [];
		return records.filter((record) => record.type === ADDRESS_TYPES[type]).map(({ data }) => data);
	};
	return async (hostname: string, bounds: LookupBounds = {}): Promise<string[]> => {
		const types = ["A", "AAAA"] as const;
		const records = types.map((type) => ask(hostname, type, bounds));
		return (await Promise.all(records)).flat();
	};
}
