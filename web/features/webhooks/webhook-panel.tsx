import { useState } from "react";
import useSWR from "swr";
import { formatDate, plural } from "#contract/format.ts";
import type {
	NewWebhookSecret,
	WebhookDeliveries,
	WebhookDelivery,
	WebhookSecretState,
} from "#contract/webhooks.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { withCursor } from "#web/api/keys.ts";
import { post } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { StatusBadge } from "#web/ui/badges.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { SubmitNote } from "#web/ui/form-fields.tsx";
import { formatRelativeDay } from "#web/ui/format.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { Loading } from "#web/ui/view-states.tsx";

const SECRET = "/api/webhooks/secret";
const DELIVERIES = "/api/webhooks/deliveries";

/** Events for the member's own server: their secret and their deliveries. */
export function WebhookPanel({ member_id }: { member_id: string }) {
	return (
		<>
			<WebhookSecret />
			<WebhookLog member_id={member_id} />
		</>
	);
}

/** The secret that signs events: create, show once, replace. */
function WebhookSecret() {
	const { data, error, mutate } = useSWR<WebhookSecretState, ApiProblem>(SECRET);
	const submission = useSubmit();
	const [made, setMade] = useState<NewWebhookSecret | null>(null);
	if (data === undefined) return <Loading problem={error} className="h-16 w-full" />;
	const create = () =>
		void submission.run(async () => {
			setMade(await post<NewWebhookSecret>(SECRET));
			await mutate();
		});
	return (
		<>
			<p>
				{data.created_at === null
					? "You have no secret yet. We sign events with it."
					: `Your secret was created ${formatDate(data.created_at)}.`}
			</p>
			{made !== null && (
				<section aria-label="New webhook secret" className="flex w-full flex-col gap-3 note p-4">
					<p>
						<strong className="font-semibold">Copy the secret now.</strong> We do not show it again.
						{made.previous_until !== null && " The previous secret also works for a day."}
					</p>
					<CopyField label="Webhook secret" text={made.secret} what="Secret" />
					<Button onClick={() => setMade(null)} className="self-start">
						I Have It
					</Button>
				</section>
			)}
			<Button busy={submission.busy} onClick={create}>
				{data.created_at === null ? "Create a Secret" : "Replace the Secret"}
			</Button>
			<SubmitNote submission={submission} done="There is a new secret." />
		</>
	);
}

const MARKS: Record<WebhookDelivery["status"], { word: string; icon: IconName }> = {
	pending: { word: "Waiting", icon: "clock" },
	delivered: { word: "Delivered", icon: "check" },
	failed: { word: "Given up", icon: "warning" },
	disabled: { word: "Receiver gone", icon: "warning" },
};

/** The deliveries with their outcomes. */
function WebhookLog({ member_id }: { member_id: string }) {
	const { deliveries, problem, more, loading, loadMore, reload } = useDeliveries(member_id);
	const submission = useSubmit();
	if (deliveries === undefined) return <Loading problem={problem} className="h-24 w-full" />;
	const resend = (id: string) =>
		void submission.run(async () => {
			const path = `${DELIVERIES}/${encodeURIComponent(id)}/resend`;
			await post(path);
			await reload();
		});
	return (
		<>
			{deliveries.length === 0 && (
				<p className="text-sm text-muted">
					Nothing has been sent yet. Include a webhook_url when you request an analysis.
				</p>
			)}
			{deliveries.length > 0 && (
				<ul aria-label="Deliveries" className="flex w-full flex-col">
					{deliveries.map((delivery) => (
						<DeliveryRow
							key={delivery.id}
							delivery={delivery}
							busy={submission.busy}
							onResend={() => resend(delivery.id)}
						/>
					))}
				</ul>
			)}
			<SubmitNote submission={submission} done="The event is sent again." />
			{more && (
				<Button busy={loading} onClick={loadMore}>
					{loading ? "Loading…" : "Load More"}
				</Button>
			)}
		</>
	);
}

const EVENTS: Record<WebhookDelivery["event"], string> = {
	"analysis.completed": "Analysis completed",
	"analysis.failed": "Analysis failed",
	"evidence.changed": "Evidence changed",
	"dispute.settled": "Dispute settled",
};

function DeliveryRow({
	delivery,
	busy,
	onResend,
}: {
	delivery: WebhookDelivery;
	busy: boolean;
	onResend: () => void;
}) {
	const { url, event, status, attempts, created_at, error } = delivery;
	return (
		<li className="flex flex-col items-start gap-1 border-t border-line py-3 first:border-t-0 first:pt-0">
			<div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<p className="font-semibold">{EVENTS[event]}</p>
				<StatusBadge {...MARKS[status]} />
			</div>
			<p className="w-full text-sm [overflow-wrap:anywhere] text-muted">{url}</p>
			<p className="text-sm text-muted">
				{formatRelativeDay(created_at)} · {plural(attempts, "attempt")}
				{status !== "delivered" && error !== null && ` · ${error}`}
			</p>
			{status !== "pending" && (
				<Button variant="quiet" aria-label={`Resend to ${url}`} busy={busy} onClick={onResend}>
					Resend
				</Button>
			)}
		</li>
	);
}

/** The deliveries to the member's own server, newest first, page by page. */
function useDeliveries(member_id: string) {
	const { pages, ...list } = usePages<WebhookDeliveries>(
		(cursor) => withCursor(DELIVERIES, cursor),
		member_id,
	);
	return { ...list, deliveries: pages?.flatMap((page) => page.deliveries) };
}
