import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";
import * as z from "zod";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { readBounded } from "./bounded-body.ts";
import type { OutboundBounds, OutboundFetch } from "./outbound.ts";

/** The part of IPv6 that is given to networks on the internet so far. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** An address as a resolver writes it: ipaddr.js alone also reads 127.1, 0x7f.1 and the like. */
export function parseAddress(text: string): IPv4 | IPv6 | null {
	if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
	return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

/** Whether an address is a server's on the public internet. */
export function isPublicAddress(text: string): boolean {
	const address = parseAddress(text);
	if (address?.range() !== "unicast") return false;
	return address instanceof ipaddr.IPv4 || address.match(GLOBAL_V6);
}

/** Names of machines in private networks, never of public servers. */
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
export function isSubdomainOf(
	hostname: string,
	names: readonly string[],
): boolean {
	const name = hostname.toLowerCase().replace(/\.$/, "");
	return names.some((one) => name === one || name.endsWith(`.${one}`));
}

/** Whether a host name, from a parsed URL, can only be inside a network. */
export function isInternalName(hostname: string): boolean {
	return isSubdomainOf(hostname, INNER_SUFFIXES);
}

/** Top-level names without public hosts, besides those of private networks. */
const NOBODYS_SUFFIXES = ["test", "example", "invalid", "onion", "alt"];

/**
 * Why a host name, as a parsed URL has it, is none to call: a sentence, or null.
 * `own_hostname` is the site's, which does not call itself.
 */
export function hostProblem(
	hostname: string,
	own_hostname: string | null,
): string | null {
	if (hostname.startsWith("[") || /^[\d.]+$/.test(hostname))
		return "It has to name a host, not an IP address.";
	const denied =
		!hostname.includes(".") ||
		isInternalName(hostname) ||
		isSubdomainOf(hostname, NOBODYS_SUFFIXES) ||
		(own_hostname !== null && isSubdomainOf(hostname, [own_hostname]));
	return denied ? "Its host is not a public one." : null;
}

const BOUNDS = { timeout_ms: 5_000, max_bytes: 64 * 1_024 };
/** Numbers of the record types; an answer lists aliases beside addresses. */
const ADDRESS_TYPES = { A: 1, AAAA: 28 };

const Answer = z.object({
	/** 0: no error. */
	Status: z.int(),
	Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
});

/** Of one lookup, if its caller has less time than a lookup may take. */
export type LookupBounds = Partial<
	Pick<OutboundBounds, "timeout_ms" | "granted">
>;

/**
 * Resolves a host name to all its IPv4 and IPv6 addresses with DNS over HTTPS. Throws if
 * the resolver does not answer; an unknown name has no address.
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
		const response = await fetch(
			url.href,
			{ headers },
			{ ...BOUNDS, ...bounds },
		);
		const text = await readBounded(response);
		if (!response.ok) throw new Error(`The resolver says ${response.status}`);
		const { Status, Answer: records } = Answer.parse(parseUntrustedJson(text));
		if (Status !== 0) return [];
		return records
			.filter((record) => record.type === ADDRESS_TYPES[type])
			.map(({ data }) => data);
	};
	return async (
		hostname: string,
		bounds: LookupBounds = {},
	): Promise<string[]> => {
		const types = ["A", "AAAA"] as const;
		const records = types.map((type) => ask(hostname, type, bounds));
		return (await Promise.all(records)).flat();
	};
}
