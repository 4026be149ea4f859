import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { User } from "#contract/account.ts";
import type { Follow, NewFeedKey } from "#contract/follows.ts";
import { formatDate, plural } from "#contract/format.ts";
import { problemText } from "#web/api/api-problem.ts";
import { post, request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { WeeklyMailChoice } from "#web/features/accounts/settings/weekly-mail-choice.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { SubmitNote } from "#web/ui/form-fields.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Loading } from "#web/ui/view-states.tsx";
import { FOLLOWING, type useFollows } from "./use-follows.ts";

const FEED_KEY = `${FOLLOWING}/key`;

type Follows = ReturnType<typeof useFollows>;

/** What the member follows, and how it reaches them elsewhere. */
export function FollowedList({ follows, user }: { follows: Follows; user: User }) {
	const { list, problem, reload } = follows;
	const area = useRef<HTMLElement>(null);
	if (list === undefined) return <Loading problem={problem} retry={reload} className="h-60" />;
	return (
		<aside
			ref={area}
			tabIndex={-1}
			aria-label="What you follow"
			className="flex min-w-0 flex-col gap-8 focus:outline-none"
		>
			{list.follows.length > 0 && (
				<section className="flex flex-col">
					<h2 className="heading border-b border-line pb-1">
						You follow {plural(list.follows.length, "subject")}
					</h2>
					<ul>
						{list.follows.map((follow) => (
							<Followed
								key={`${follow.kind} ${follow.id}`}
								follow={follow}
								onRemove={() => {
									// The row disappears with its button, which has the focus.
									area.current?.focus();
									return follows.change(follow, false);
								}}
							/>
						))}
					</ul>
				</section>
			)}
			<section aria-label="Email" className="flex flex-col items-start gap-3">
				<h2 className="heading">Email</h2>
				<WeeklyMailChoice user={user} />
			</section>
			<FeedAddress created_at={list.feed?.created_at ?? null} onChanged={reload} />
		</aside>
	);
}

const KINDS: Record<Follow["kind"], string> = {
	channel: "Channel",
	claim: "Claim",
	video: "Video",
};

function Followed({ follow, onRemove }: { follow: Follow; onRemove: () => Promise<void> }) {
	const [problem, setProblem] = useState<string | null>(null);
	const { kind, id, title } = follow;
	const name = <ForeignText className="line-clamp-2">{title || id}</ForeignText>;
	return (
		<li className="flex items-start justify-between gap-3 border-b border-line py-2">
			<div className="min-w-0">
				<p className="eyebrow text-muted">{KINDS[kind]}</p>
				{kind === "channel" ? (
					name
				) : (
					<Link to={kind === "claim" ? paths.claim(id) : paths.results(id)} className="link">
						{name}
					</Link>
				)}
				{problem !== null && (
					<p role="alert" className="text-sm font-semibold">
						{problem}
					</p>
				)}
			</div>
			<button
				type="button"
				aria-label={`Unfollow ${title || id}`}
				onClick={() => {
					setProblem(null);
					onRemove().catch((thrown: unknown) => setProblem(problemText(thrown)));
				}}
				className="grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken"
			>
				<Icon name="close" />
			</button>
		</li>
	);
}

/** The secret address of the feed: create, show once, replace, close. */
function FeedAddress({
	created_at,
	onChanged,
}: {
	created_at: string | null;
	onChanged: () => Promise<unknown>;
}) {
	const submission = useSubmit();
	const [address, setAddress] = useState<string | null>(null);
	const change = (work: () => Promise<string | null>) =>
		void submission.run(async () => {
			setAddress(await work());
			await onChanged();
		});
	return (
		<section aria-label="Feed" className="flex flex-col items-start gap-3">
			<h2 className="heading">Feed</h2>
			<p className="text-sm text-muted">
				{created_at === null
					? "Read the same list in a feed reader. Whoever has its address can read what you follow."
					: `Your feed's address was created ${formatDate(created_at)}. A new one ends it.`}
			</p>
			{address !== null && (
				<section aria-label="New feed address" className="flex w-full flex-col gap-2 note p-4">
					<p>
						<strong className="font-semibold">Copy the address now.</strong> We do not show it
						again.
					</p>
					<CopyField label="Feed address" text={address} what="Address" />
				</section>
			)}
			<div className="flex flex-wrap gap-2">
				<Button
					busy={submission.busy}
					onClick={() => change(async () => (await post<NewFeedKey>(FEED_KEY)).address)}
				>
					{created_at === null ? "Create an Address" : "Replace the Address"}
				</Button>
				{created_at !== null && (
					<Button
						busy={submission.busy}
						onClick={() =>
							change(async () => {
								await request(FEED_KEY, { method: "DELETE" });
								return null;
							})
						}
					>
						Close the Feed
					</Button>
				)}
			</div>
			<SubmitNote submission={submission} />
		</section>
	);
}
