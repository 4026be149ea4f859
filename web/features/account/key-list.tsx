import { useState } from "react";
import type { ApiKey, NewApiKey } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDate, formatDay } from "#web/ui/format-day.ts";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeyOnce } from "./key-once.tsx";
import { SendingNote } from "./sending-note.tsx";
import { useApiKeys } from "./use-account.ts";
import { useSending } from "./use-sending.ts";

/** Keys for programs: made, shown once, revoked. */
export function KeyList() {
	const { data, error, mutate } = useApiKeys();
	const revoking = useSending();
	const [made, setMade] = useState<NewApiKey | null>(null);
	if (data === undefined) {
		return error === undefined ? (
			<Skeleton className="h-24 w-full" />
		) : (
			<ProblemNotice detail={error.message} />
		);
	}
	const revoke = (id: string) =>
		void revoking.run(async () => {
			await request(`${keys.apiKeys}/${encodeURIComponent(id)}`, {
				method: "DELETE",
				body: {},
			});
			if (made?.id === id) setMade(null);
			await mutate();
		});
	return (
		<>
			{made !== null && <KeyOnce made={made} onClose={() => setMade(null)} />}
			{data.keys.length > 0 && (
				<ul className="flex w-full flex-col">
					{data.keys.map((key) => (
						<KeyRow
							key={key.id}
							apiKey={key}
							busy={revoking.busy}
							onRevoke={() => revoke(key.id)}
						/>
					))}
				</ul>
			)}
			<SendingNote sending={revoking} done="The key is revoked." />
			<KeyForm
				onMade={async (key) => {
					setMade(key);
					await mutate();
				}}
			/>
		</>
	);
}

function KeyRow({
	apiKey,
	busy,
	onRevoke,
}: {
	apiKey: ApiKey;
	busy: boolean;
	onRevoke: () => void;
}) {
	const { name, prefix, created_at, last_used_at } = apiKey;
	return (
		<li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0">
			<div className="min-w-0">
				<p className="font-semibold break-words">
					{name} <code className="font-normal text-muted">{prefix}…</code>
				</p>
				<p className="text-sm text-muted">
					Made {formatDate(created_at)},{" "}
					{last_used_at === null
						? "never used"
						: `last used ${formatDay(last_used_at)}`}
				</p>
			</div>
			<Button
				look="quiet"
				className="-ml-2 sm:ml-0"
				aria-label={`Revoke ${name}`}
				busy={busy}
				onClick={onRevoke}
			>
				Revoke
			</Button>
		</li>
	);
}
