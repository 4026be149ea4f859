import * as z from "zod";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { readBounded } from "./bounded-body.ts";
import type { OutboundFetch } from "./outbound.ts";

/** IPv4 ranges that are not public servers, as [first address, prefix bits]. */
const SPECIAL_V4: [string, number][] = [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.0.2.0", 24],
	["192.88.99.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["198.51.100.0", 24],
	["203.0.113.0", 24],
	["224.0.0.0", 4],
	["240.0.0.0", 4],
];
/**
 * Public IPv6 is within 2000::/3; mapped IPv4, NAT64, unique local, link local and
 * multicast addresses are outside. These ranges within it are special: protocol
 * assignments with Teredo, documentation, 6to4, documentation.
 */
const GLOBAL_V6: [string, number] = ["2000::", 3];
const SPECIAL_V6: [string, number][] = [
	["2001::", 23],
	["2001:db8::", 32],
	["2002::", 16],
	["3fff::", 20],
];

/** Whether an address, as a resolver writes it, is a public server's. */
export function isPublicAddress(address: string): boolean {
	const v4 = parseV4(address);
	if (v4) return !SPECIAL_V4.some((range) => within(v4, range, parseV4));
	const v6 = parseV6(address);
	return (
		v6 !== null &&
		within(v6, GLOBAL_V6, parseV6) &&
		!SPECIAL_V6.some((range) => within(v6, range, parseV6))
	);
}

type Parse = (text: string) => number[] | null;

/** Both as bytes. */
function within(
	address: number[],
	[first, bits]: [string, number],
	parse: Parse,
): boolean {
	const start = parse(first) ?? [];
	return address.every((byte, place) => {
		const left = Math.min(8, Math.max(0, bits - 8 * place));
		const mask = (0xff << (8 - left)) & 0xff;
		return (byte & mask) === ((start[place] ?? 0) & mask);
	});
}

function parseV4(text: string): number[] | null {
	const parts = text.split(".");
	if (parts.length !== 4) return null;
	const bytes = parts.map((part) => (/^\d{1,3}$/.test(part) ? +part : 256));
	return bytes.every((byte) => byte < 256) ? bytes : null;
}

function parseV6(text: string): number[] | null {
	const halves = text.split("::");
	if (!text.includes(":") || halves.length > 2) return null;
	const [head = [], tail] = halves.map(groupsOf);
	if (head === null || tail === null) return null;
	const missing = 8 - head.length - (tail?.length ?? 0);
	if (tail === undefined ? missing !== 0 : missing < 1) return null;
	const groups = [...head, ...Array(missing).fill(0), ...(tail ?? [])];
	return groups.flatMap((group: number) => [group >> 8, group & 0xff]);
}

/** 16-bit groups; the last one may be written as IPv4. null for anything else. */
function groupsOf(half: string): number[] | null {
	if (half === "") return [];
	const groups: number[] = [];
	const parts = half.split(":");
	for (const [place, part] of parts.entries()) {
		const v4 = place === parts.length - 1 ? parseV4(part) : null;
		if (v4) {
			const [a = 0, b = 0, c = 0, d = 0] = v4;
			groups.push((a << 8) | b, (c << 8) | d);
		} else if (/^[0-9a-f]{1,4}$/i.test(part))
			groups.push(Number.parseInt(part, 16));
		else return null;
	}
	return groups;
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

const BOUNDS = { timeout_ms: 5_000, max_bytes: 64 * 1_024 };
/** Numbers of the record types; an answer lists aliases beside addresses. */
const ADDRESS_TYPES = { A: 1, AAAA: 28 };

const Answer = z.object({
	/** 0: no error. */
	Status: z.int(),
	Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
});

/**
 * Resolves a host name to all its IPv4 and IPv6 addresses with DNS over HTTPS. Throws if
 * the resolver does not answer; an unknown name has no address.
 */
export function hostResolver(fetch: OutboundFetch, resolver_url: string) {
	const ask = async (
		hostname: string,
		type: keyof typeof ADDRESS_TYPES,
	): Promise<string[]> => {
		const url = new URL(resolver_url);
		url.searchParams.set("name", hostname);
		url.searchParams.set("type", type);
		const headers = { accept: "application/dns-json" };
		const response = await fetch(url.href, { headers }, BOUNDS);
		const text = await readBounded(response);
		if (!response.ok) throw new Error(`The resolver says ${response.status}`);
		const { Status, Answer: records } = Answer.parse(parseUntrustedJson(text));
		if (Status !== 0) return [];
		return records
			.filter((record) => record.type === ADDRESS_TYPES[type])
			.map(({ data }) => data);
	};
	return async (hostname: string): Promise<string[]> =>
		(await Promise.all([ask(hostname, "A"), ask(hostname, "AAAA")])).flat();
}
