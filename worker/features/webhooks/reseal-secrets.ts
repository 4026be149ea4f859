import { and, eq, isNotNull, or } from "drizzle-orm";
import { MemberId } from "#contract/ids.ts";
import { webhookSecrets } from "#db/tables/webhooks.ts";
import { isOutdated, resealSecret } from "#identity/stored-secrets.ts";
import type { Context } from "#worker/context.ts";

/** Keeps one sweep short; the next sweep continues. */
const SEALED_A_MINUTE = 100;

/**
 * Encrypts secrets with the first key of SECRETS_KEY if they are stored in plain text or
 * encrypted with an older key. Afterwards the older key can be removed from the setting.
 */
export async function resealWebhookSecrets(context: Context): Promise<void> {
	if (!context.settings.SECRETS_KEY.length) return;
	const db = context.db.primary;
	const { secret, previous, member_id } = webhookSecrets;
	const rows = await db
		.select({ member_id, secret, previous })
		.from(webhookSecrets)
		.where(or(isOutdated(context, secret), and(isNotNull(previous), isOutdated(context, previous))))
		.limit(SEALED_A_MINUTE);
	for (const row of rows) await reseal(context, row);
}

async function reseal(
	context: Context,
	row: { member_id: string; secret: string; previous: string | null },
): Promise<void> {
	const owner = {
		member_id: MemberId.parse(row.member_id),
		purpose: "webhook",
	} as const;
	const secret = await resealSecret(context, owner, row.secret);
	const previous = row.previous && (await resealSecret(context, owner, row.previous));
	await context.db.primary
		.update(webhookSecrets)
		.set({ secret, previous })
		.where(
			and(
				eq(webhookSecrets.member_id, row.member_id),
				// The member may have created a new secret in the meantime.
				eq(webhookSecrets.secret, row.secret),
			),
		);
}
