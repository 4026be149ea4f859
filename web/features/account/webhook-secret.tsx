import { useState } from "react";
import type { NewWebhookSecret } from "#contract/webhooks.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { formatDate } from "#web/ui/format-day.ts";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SendingNote } from "./sending-note.tsx";
import { useSending } from "./use-sending.ts";
import { useWebhookSecret } from "./use-webhooks.ts";

/** The secret that events are signed with: made, shown once, replaced. */
export function WebhookSecret() {
	const { data, error, mutate } = useWebhookSecret();
	const sending = useSending();
	const [made, setMade] = useState<NewWebhookSecret | null>(null);
	if (data === undefined) {
		return error === undefined ? (
			<Skeleton className="h-16 w-full" />
		) : (
			<ProblemNotice detail={error.message} />
		);
	}
	const create = () =>
		void sending.run(async () => {
			const answer = await request(keys.webhookSecret, {
				method: "POST",
				body: {},
			});
			setMade(answer as NewWebhookSecret);
			await mutate();
		});
	return (
		<>
			<p>
				{data.created_at === null
					? "You have no secret yet. Events are signed with it."
					: `Your secret was made ${formatDate(data.created_at)}.`}
			</p>
			{made !== null && (
				<section
					aria-label="New webhook secret"
					className="flex w-full flex-col gap-3 border-l-4 border-ink bg-sunken p-4"
				>
					<p>
						<strong className="font-semibold">Copy the secret now.</strong> We
						do not show it again.
						{made.previous_until !== null &&
							" The one before signs as well for a day."}
					</p>
					<CopyField label="Webhook secret" text={made.secret} what="Secret" />
					<Button onClick={() => setMade(null)} className="self-start">
						I Have It
					</Button>
				</section>
			)}
			<Button busy={sending.busy} onClick={create}>
				{data.created_at === null ? "Create a Secret" : "Replace the Secret"}
			</Button>
			<SendingNote sending={sending} done="There is a new secret." />
		</>
	);
}
