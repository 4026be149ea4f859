import useSWR from "swr";
import useSWRInfinite from "swr/infinite";
import type {
	WebhookDeliveries,
	WebhookSecretState,
} from "#contract/webhooks.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";

export function useWebhookSecret() {
	return useSWR<WebhookSecretState, ApiProblem>(keys.webhookSecret);
}

/** What was sent to the member's own server, newest first, page by page. */
export function useDeliveries() {
	const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<
		WebhookDeliveries,
		ApiProblem
	>((index: number, previous: WebhookDeliveries | null) => {
		const cursor = previous?.next_cursor ?? null;
		return index > 0 && cursor === null ? null : keys.webhookDeliveries(cursor);
	});
	return {
		deliveries: data?.flatMap((page) => page.deliveries),
		problem: error,
		more: data?.at(-1)?.next_cursor != null,
		loading: isValidating && (data?.length ?? 0) < size,
		loadMore: () => void setSize(size + 1),
		reload: () => mutate(),
	};
}
