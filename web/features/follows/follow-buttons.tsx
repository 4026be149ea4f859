import { useContext, useEffect, useState } from "react";
import { problemText } from "#web/api/api-problem.ts";
import { AuthContext } from "#web/features/accounts/auth-context.ts";
import { Icon } from "#web/ui/icon.tsx";
import { rememberOpened } from "./opened-channels.ts";
import { type Subject, useFollows } from "./use-follows.ts";

const NAMES: Record<Subject["kind"], string> = {
	channel: "channel",
	claim: "claim",
	video: "video",
};

/** The buttons that follow and unfollow. A visitor is asked to sign in. */
export function FollowButtons({
	subjects,
	named = false,
	opened = null,
}: {
	subjects: readonly Subject[];
	/** Whether a button says the subject's title, because the text around it does not. */
	named?: boolean;
	/** The channel whose report this is: the list of what is followed suggests it later. */
	opened?: Subject | null;
}) {
	const auth = useContext(AuthContext);
	const user = auth?.user;
	const { list, change } = useFollows(user);
	const [problem, setProblem] = useState<string | null>(null);
	const member_id = user?.id;
	const { id, title } = opened ?? {};
	useEffect(() => {
		if (member_id && id && title) rememberOpened(member_id, { kind: "channel", id, title });
	}, [member_id, id, title]);

	async function press(subject: Subject, follows: boolean): Promise<void> {
		setProblem(null);
		try {
			const reason = `Please sign in to follow this ${NAMES[subject.kind]}`;
			if (!user && !(await auth?.promptSignIn(reason))) return;
			await change(subject, follows);
		} catch (thrown) {
			setProblem(problemText(thrown));
		}
	}

	if (auth === null) return null;
	return (
		<div className="flex flex-wrap items-center gap-2" data-print="no">
			{subjects.map((subject) => {
				const follows =
					list?.follows.some(({ kind, id }) => kind === subject.kind && id === subject.id) ?? false;
				const name = NAMES[subject.kind];
				return (
					<button
						key={`${subject.kind} ${subject.id}`}
						type="button"
						onClick={() => void press(subject, !follows)}
						className="inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-md border border-rule bg-raised px-2.5 text-sm font-semibold hover:border-ink"
					>
						<Icon name={follows ? "check" : "bell"} />
						<span className="min-w-0 truncate">
							{follows ? "Following" : "Follow"} {named ? <bdi>{subject.title}</bdi> : name}
						</span>
					</button>
				);
			})}
			{problem !== null && (
				<p role="alert" className="w-full text-sm font-semibold">
					{problem}
				</p>
			)}
		</div>
	);
}

/** The channels of search results, each once. */
export function FollowFoundChannels({
	results,
}: {
	results: readonly { channel_id: string | null; channel_name: string }[];
}) {
	const channels = new Map<string, Subject>();
	for (const { channel_id: id, channel_name: title } of results)
		if (id !== null && title !== "") channels.set(id, { kind: "channel", id, title });
	if (channels.size === 0) return null;
	return (
		<div className="border-t border-line p-3">
			<FollowButtons named subjects={[...channels.values()].slice(0, MOST_CHANNELS)} />
		</div>
	);
}

/** They stand below the results, which are what was searched for. */
const MOST_CHANNELS = 3;
