import * as z from "zod";
import { parseUntrustedJson } from "#domain/untrusted-json.ts";
import type { OutboundFetch } from "#pipeline/outbound.ts";
import { readBounded } from "#pipeline/read-bounded.ts";

const BOUNDS = { timeout_ms: 5_000, max_bytes: 64 * 1_024 };
/** Numbers of the record types; an answer lists aliases beside addresses. */
const ADDRESS_TYPES = { A: 1, AAAA: 28 };

const Answer = z.object({
	/** 0: no error. */
	Status: z.int(),
	Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
});

/**
 * Where a host name leads: all its IPv4 and IPv6 addresses, as a resolver tells
 * them over HTTPS. Throws where it does not answer; a name it does not know has
 * no address.
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
