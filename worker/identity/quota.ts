import type { User } from "#contract/account.ts";
import { sharedMailbox } from "#text/email-address.ts";
import type { Bindings } from "#worker/bindings.ts";
import type { Context } from "#worker/context.ts";
import { countedNetworks } from "./network.ts";
import type { CountedLimit, InnerLimit } from "./quota-window.ts";
import { hashToken } from "./tokens.ts";

/** Allows `limit` in each `window_ms`. A limit of 0 disables it. */
export type Quota = {
	consume(cost?: number): Promise<{ ok: boolean; retry_after_s: number }>;
	/** Undoes a grant that was not used. */
	refund(cost?: number): Promise<void>;
	/** The amount consumed in the current window. */
	used(): Promise<number>;
	clear(): Promise<void>;
};

const UNLIMITED: Quota = {
	consume: async () => ({ ok: true, retry_after_s: 0 }),
	refund: async () => {},
	used: async () => 0,
	clear: async () => {},
};

/**
 * One Durable Object counts each key, so that a limit is global. A key has the form
 * `<policy>:<who>`. The latest count of each policy is recorded in `counted`. If the key is for a
 * network, `within` gives the caller's networks inside it, the smallest first: their limits are
 * counted in the same object, and the quota is that of the smallest.
 */
export function createQuotas(
	namespace: Bindings["QUOTA"],
	counted: Map<string, CountedLimit> = new Map(),
	lenient = false,
) {
	return (
		key: string,
		limit: number,
		window_ms: number,
		within: readonly InnerLimit[] = [],
	): Quota => {
		if (limit === 0) return UNLIMITED;
		const stub = namespace.getByName(key);
		const [policy = key] = key.split(":");
		const networks = within.map(({ network }) => network);
		const [smallest] = networks;
		return {
			async consume(cost = 1) {
				const { ok, retry_after_s, ...state } = await stub.consume(
					limit,
					window_ms,
					cost,
					lenient,
					within,
				);
				counted.set(policy, { policy, limit, window_ms, ...state });
				return { ok, retry_after_s };
			},
			async refund(cost = 1) {
				await stub.refund(window_ms, cost, lenient, networks);
				const noted = counted.get(policy);
				if (noted) noted.remaining = Math.min(noted.limit, noted.remaining + cost);
			},
			used: () => stub.used(window_ms, smallest),
			async clear() {
				await (smallest ? stub.clearWithin(networks) : stub.clear());
				counted.delete(policy);
			},
		};
	};
}

/**
 * Whether a limit may lose the last second's count in a crash. Counting then waits for no disk
 * write. For cheap actions: votes, searches, pictures.
 */
type Leniency = { lenient?: boolean };

/** A limit whose state is sent in the response headers. */
export function quota(
	context: Pick<Context, "objects" | "counted">,
	key: string,
	limit: number,
	window_ms: number,
	{ lenient = false }: Leniency = {},
): Quota {
	const { objects, counted } = context;
	return createQuotas(objects.QUOTA, counted, lenient)(key, limit, window_ms);
}

/** A limit that several callers share. Its state is not sent in the response headers. */
export function silentQuota(
	context: Pick<Context, "objects">,
	key: string,
	limit: number,
	window_ms: number,
	{ lenient = false }: Leniency = {},
): Quota {
	const { QUOTA } = context.objects;
	return createQuotas(QUOTA, undefined, lenient)(key, limit, window_ms);
}

/** A member whose actions are counted. */
export type CountedMember = Pick<User, "id" | "email">;

/**
 * A limit of the member, whose state is sent in the response headers. Accounts whose addresses reach
 * one mailbox share it: the spellings of an address would multiply it otherwise.
 */
export function memberQuota(
	context: Pick<Context, "objects" | "counted">,
	policy: string,
	member: CountedMember,
	limit: number,
	window_ms: number,
	leniency: Leniency = {},
): Quota {
	return quota(context, memberKey(policy, member), limit, window_ms, leniency);
}

/**
 * The counter of a member's limit, for `silentQuota`: by the hash of the mailbox if its address has
 * several spellings.
 */
export function memberKey(policy: string, member: CountedMember): string {
	const mailbox = sharedMailbox(member.email);
	return `${policy}:${mailbox === null ? member.id : `mailbox-${hashToken(mailbox)}`}`;
}

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
