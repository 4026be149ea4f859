import type { Deps } from "./deps.ts";
import { deliverNotifications } from "./use-cases/deliver-notifications.ts";
import { deliverWebhooks } from "./use-cases/deliver-webhooks.ts";
import { forgetOldRequests } from "./use-cases/forget-old-requests.ts";
import { notifyOfVotes } from "./use-cases/notify-of-votes.ts";
import { wakeSilentRuns } from "./use-cases/wake-silent-runs.ts";

/** What is looked after whether or not anybody asks. One that fails keeps no other from being done. */
export async function everyMinute({
	analyses,
	idempotency,
	lookups,
	notifications,
	requestedAnalyses,
	webhooks,
}: Deps): Promise<void> {
	const duties = [
		() => wakeSilentRuns(analyses, new Date()),
		() => deliverNotifications(notifications.deliveries),
		() => notifyOfVotes(notifications.votes),
		() => deliverWebhooks(webhooks.deliveries),
		() => forgetOldRequests(requestedAnalyses, new Date()),
		() => forgetOldRequests(webhooks, new Date()),
		() => idempotency.forget(),
		() => lookups.fill(),
	];
	const failures: unknown[] = [];
	for (const duty of duties)
		await duty().catch((error: unknown) => failures.push(error));
	if (failures.length)
		throw new AggregateError(failures, failures.map(String).join("; "));
}
