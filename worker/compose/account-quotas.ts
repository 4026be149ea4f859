import { createQuotas } from "#identity/quota.ts";
import { hashToken } from "#identity/tokens.ts";
import { emailKey } from "#text/stored-text.ts";
import type { Accounts } from "#use-cases/accounts.ts";
import { HOUR_MS, MINUTE_MS } from "#worker/durations.ts";
import type { Base } from "./base.ts";

/** An address may be shared by a household or an office: it gets four times an account's tries. */
const ADDRESS_SHARE = 4;
const WINDOW_MS = 15 * MINUTE_MS;

export function accountQuotas(base: Base): Accounts["quota"] {
	const { env, settings, quota } = base;
	/** Counted for an address by whoever names it, so it is told to nobody. */
	const silentQuota = createQuotas(env.QUOTA);
	const { LIMIT_SIGN_IN, LIMIT_SIGN_UP } = settings;
	const account = (of: string, email: string) =>
		silentQuota(
			`${of}:account:${hashToken(emailKey(email))}`,
			LIMIT_SIGN_IN,
			WINDOW_MS,
		);
	const origin = (of: string, address: string) =>
		quota(`${of}:address:${address}`, LIMIT_SIGN_IN * ADDRESS_SHARE, WINDOW_MS);
	/** One of each, or none: who is refused by the one is not charged by the other. */
	const takeBoth = async (of: string, email: string, address: string) => {
		const byAddress = await origin(of, address).take();
		if (!byAddress.ok) return byAddress;
		const byAccount = await account(of, email).take();
		if (!byAccount.ok) await origin(of, address).giveBack();
		return byAccount;
	};
	return {
		signUps: (address) =>
			quota(`sign-up:${address}`, LIMIT_SIGN_UP, HOUR_MS).take(),
		trySignIn: (email, address) => takeBoth("sign-in", email, address),
		async signInSucceeded(email, address) {
			await Promise.all([
				account("sign-in", email).clear(),
				origin("sign-in", address).giveBack(),
			]);
		},
		mails: (email, address) => takeBoth("mail", email, address),
	};
}
