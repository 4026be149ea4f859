import useSWR from "swr";
import { deviceName } from "#contract/device-name.ts";
import { formatDate } from "#contract/format.ts";
import type { SessionInfo } from "#contract/me.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { SubmitNote } from "#web/ui/form-fields.tsx";
import { formatDayWithin } from "#web/ui/format.ts";
import { Loading } from "#web/ui/view-states.tsx";

/** The devices where the member is signed in; this one first. */
export function SessionList() {
	const { data, error, mutate } = useSWR<{ sessions: SessionInfo[] }, ApiProblem>(keys.sessions);
	const submission = useSubmit();
	if (data === undefined) return <Loading problem={error} className="h-24 w-full" />;
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
			<SubmitNote submission={submission} done="Device signed out." removes />
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
	const name = deviceName(session.user_agent) ?? shortAgent(session.user_agent);
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
				<Button variant="quiet" aria-label={`Sign Out ${name}`} busy={busy} onClick={onEnd}>
					Sign Out
				</Button>
			)}
		</li>
	);
}

/** Enough of an unknown program's user agent to recognise it. */
const MAX_CHARS = 60;

const shortAgent = (user_agent: string | null) =>
	user_agent?.trim() ? user_agent.slice(0, MAX_CHARS) : "Unknown device";
