import type { WebhookDelivery } from "#contract/webhooks.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { Button } from "#web/ui/button.tsx";
import { plural } from "#web/ui/format-count.ts";
import { formatDay } from "#web/ui/format-day.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusMark } from "#web/ui/status-mark.tsx";
import { SendingNote } from "./sending-note.tsx";
import { useSending } from "./use-sending.ts";
import { useDeliveries } from "./use-webhooks.ts";

const MARKS: Record<
	WebhookDelivery["status"],
	{ word: string; icon: IconName }
> = {
	pending: { word: "Waiting", icon: "clock" },
	delivered: { word: "Delivered", icon: "check" },
	failed: { word: "Given up", icon: "warning" },
	disabled: { word: "Receiver gone", icon: "warning" },
};

/** What was sent, and how that went. */
export function WebhookLog() {
	const { deliveries, problem, more, loading, loadMore, reload } =
		useDeliveries();
	const sending = useSending();
	if (deliveries === undefined) {
		return problem === undefined ? (
			<Skeleton className="h-24 w-full" />
		) : (
			<ProblemNotice detail={problem.message} />
		);
	}
	const resend = (id: string) =>
		void sending.run(async () => {
			const path = `${keys.webhookDeliveries(null)}/${encodeURIComponent(id)}/resend`;
			await request(path, { method: "POST", body: {} });
			await reload();
		});
	return (
		<>
			{deliveries.length === 0 && (
				<p className="text-sm text-muted">
					Nothing was sent yet. Name a webhook_url when you ask for an analysis.
				</p>
			)}
			{deliveries.length > 0 && (
				<ul aria-label="Deliveries" className="flex w-full flex-col">
					{deliveries.map((delivery) => (
						<DeliveryRow
							key={delivery.id}
							delivery={delivery}
							busy={sending.busy}
							onResend={() => resend(delivery.id)}
						/>
					))}
				</ul>
			)}
			<SendingNote sending={sending} done="It is sent once more." />
			{more && (
				<Button busy={loading} onClick={loadMore}>
					{loading ? "Loading…" : "Load More"}
				</Button>
			)}
		</>
	);
}

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
				<p className="font-semibold">
					{event === "analysis.completed"
						? "Analysis completed"
						: "Analysis failed"}
				</p>
				<StatusMark {...MARKS[status]} />
			</div>
			<p className="w-full text-sm [overflow-wrap:anywhere] text-muted">
				{url}
			</p>
			<p className="text-sm text-muted">
				{formatDay(created_at)} · {plural(attempts, "attempt")}
				{status !== "delivered" && error !== null && ` · ${error}`}
			</p>
			{status !== "pending" && (
				<Button
					look="quiet"
					className="-ml-2"
					aria-label={`Resend to ${url}`}
					busy={busy}
					onClick={onResend}
				>
					Resend
				</Button>
			)}
		</li>
	);
}
