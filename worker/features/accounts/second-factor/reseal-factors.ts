import { and, eq } from "drizzle-orm";
import { MemberId } from "#contract/ids.ts";
import { secondFactors } from "#db/tables/members.ts";
import { isOutdated, resealSecret } from "#identity/stored-secrets.ts";
import type { Context } from "#worker/context.ts";

/** Keeps one sweep short; the next sweep continues. */
const SEALED_A_MINUTE = 100;

/**
 * Encrypts secrets with the first key of SECRETS_KEY if they are stored in plain text or
 * encrypted with an older key.
 */
export async function resealFactors(context: Context): Promise<void> {
	if (!context.settings.SECRETS_KEY.length) return;
	const db = context.db.primary;
	const { secret, member_id } = secondFactors;
	const rows = await db
		.select({ member_id, secret })
		.from(secondFactors)
		.where(isOutdated(context, secret))
		.limit(SEALED_A_MINUTE);
	for (const row of rows) {
		const owner = {
			member_id: MemberId.parse(row.member_id),
			purpose: "totp",
		} as const;
		await db
			.update(secondFactors)
			.set({ secret: await resealSecret(context, owner, row.secret) })
			.where(and(eq(secondFactors.member_id, row.member_id), eq(secondFactors.secret, row.secret)));
	}
}
