import type { SessionInfo } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDayWithin } from "#web/ui/day-within.ts";
import { SubmitNote } from "#web/ui/form-fields.tsx";
import { formatDate } from "#web/ui/format.ts";
import { ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";
import { deviceName } from "./device-name.ts";
import { useSessions } from "./use-account.ts";

/** The devices where the member is signed in; this one first. */
export function SessionList() {
	const { data, error, mutate } = useSessions();
	const submission = useSubmit();
	if (data === undefined) {
		return error === undefined ? (
			<Skeleton className="h-24 w-full" />
		) : (
			<ProblemNotice detail={error.message} />
		);
	}
	const sessions = [...data.sessions].sort((a, b) => Number(b.current) - Number(a.current));
	const end = (path: string) =>
		void submission.run(async () => {
			await request(path, { method: "DELETE", body: {} });
			await mutate();
		});
	return (
		<>
			<ul className="flex w-full flex-col">
				{sessions.map((session) => (
					<SessionRow
						key={session.id}
						session={session}
						busy={submission.busy}
						onEnd={() => end(`${keys.sessions}/${encodeURIComponent(session.id)}`)}
					/>
				))}
			</ul>
			<SubmitNote submission={submission} done="Device signed out." />
			{sessions.length > 1 && (
				<Button busy={submission.busy} onClick={() => end(keys.sessions)}>
					Sign Out Everywhere Else
				</Button>
			)}
		</>
	);
}

function SessionRow({
	session,
	busy,
	onEnd,
}: {
	session: SessionInfo;
	busy: boolean;
	onEnd: () => void;
}) {
	const name = deviceName(session.user_agent);
	return (
		<li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0">
			<div>
				<p className="font-semibold">
					{name}
					{session.current && <span className="font-normal text-muted">, this device</span>}
				</p>
				<p className="text-sm text-muted">
					Signed in {formatDate(session.created_at)}, last active{" "}
					{formatDayWithin(session.last_seen_at)}
				</p>
			</div>
			{!session.current && (
				<Button
					variant="quiet"
					className="-ml-2 sm:ml-0"
					aria-label={`Sign Out ${name}`}
					busy={busy}
					onClick={onEnd}
				>
					Sign Out
				</Button>
			)}
		</li>
	);
}
