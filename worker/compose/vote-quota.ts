import type { MemberId } from "#contract/ids.ts";
import { callerKey, networkPrefix } from "#identity/network.ts";
import { createQuotas } from "#identity/quota.ts";
import { MINUTE_MS } from "#worker/durations.ts";
import type { Base } from "./base.ts";

/** A household or a class room shares an address: it gets four times a member's votes. */
const ADDRESS_SHARE = 4;

const GRANTED = { ok: true, retry_after_s: 0 };

/** Counts for the member and for the address at once; who is refused by one is not charged by the other. */
export function voteQuota({ env, settings, quota }: Base) {
	const { LIMIT_VOTES } = settings;
	// Shared with strangers, so how much of it is left is told to nobody.
	const silentQuota = createQuotas(env.QUOTA);
	return async (member_id: MemberId, address: string) => {
		const own = quota(`votes:${member_id}`, LIMIT_VOTES, MINUTE_MS);
		const shared =
			networkPrefix(address) === null
				? null
				: silentQuota(
						`votes:address:${callerKey(address)}`,
						LIMIT_VOTES * ADDRESS_SHARE,
						MINUTE_MS,
					);
		const [byMember, byAddress] = await Promise.all([
			own.take(),
			shared?.take() ?? GRANTED,
		]);
		if (byMember.ok && !byAddress.ok) await own.giveBack();
		if (byAddress.ok && !byMember.ok) await shared?.giveBack();
		return byMember.ok ? byAddress : byMember;
	};
}
