import { tooMany } from "#domain/refusal.ts";
import type { Accounts } from "./accounts.ts";

/** Throws where an address has been sent enough for now, or somebody asks for too much. */
export async function takeMail(
	site: { quota: Pick<Accounts["quota"], "mails"> },
	email: string,
	address: string,
): Promise<void> {
	const quota = await site.quota.mails(email, address);
	if (!quota.ok)
		throw tooMany(
			"Too many mails were asked for. Please try again later.",
			quota.retry_after_s,
		);
}
