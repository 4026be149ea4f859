import type { Context } from "#worker/context.ts";
import { countedNetworks } from "./network.ts";
import { createQuotas, type Quota } from "./quota.ts";
import type { CountedLimit } from "./quota-window.ts";

type AddressLimit = {
	/** The caller's address as returned by `readAddress`. */
	address: string;
	/** Names the counter of a network, in the form `<policy>:<who>`. */
	key: (network: string) => string;
	/** What an IPv4 address or an IPv6 /64 may consume in `window_ms`; 0 disables the limit. */
	limit: number;
	window_ms: number;
	/** As in `quota`. */
	lenient?: boolean;
};

/**
 * A limit by network address. An IPv6 address is counted in its /64 (once the limit), its /56
 * (twice) and its /48 (four times), and refused if one of them is exhausted. One object counts a
 * whole /48: a request makes one call, and many addresses of one customer do not open many
 * objects.
 */
export function addressQuota(
	{ objects, counted }: Pick<Context, "objects" | "counted">,
	given: AddressLimit,
): Quota {
	return openQuota(objects, given, counted);
}

/** The same without response headers. */
export function silentAddressQuota(
	{ objects }: Pick<Context, "objects">,
	given: AddressLimit,
): Quota {
	return openQuota(objects, given);
}

function openQuota(
	objects: Context["objects"],
	{ address, key, limit, window_ms, lenient }: AddressLimit,
	counted?: Map<string, CountedLimit>,
): Quota {
	const networks = countedNetworks(address).map(({ network, share }) => ({
		network,
		limit: limit * share,
	}));
	const largest = networks.pop() ?? { network: address, limit };
	const open = createQuotas(objects.QUOTA, counted, lenient);
	return open(key(largest.network), largest.limit, window_ms, networks);
}
