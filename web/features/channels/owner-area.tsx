import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Claim, ClaimStatus, Claims } from "#contract/claims.ts";
import { formatDate } from "#contract/format.ts";
import { keys } from "#web/api/keys.ts";
import { LOOKUP_TIMEOUT_MS, post, request } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useClaimMethods } from "#web/api/use-site.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { StatusBadge } from "#web/ui/badges.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { EmptyState, ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";
import { ClaimForm, ClaimThanks } from "./claim-form.tsx";
import { RespondArea } from "./respond-area.tsx";

const VIEWS = [
	{ id: "claim", label: "Claim Ownership" },
	{ id: "manage", label: "Manage Claims" },
	{ id: "respond", label: "Respond to Analysis" },
] as const;

/** The area in which a channel's owner claims it, verifies the claim and responds. */
export function OwnerArea({
	member_id,
	view,
	url,
	onView,
}: {
	member_id: string;
	/** From the address; an unknown value means the claim form. */
	view: string | null;
	/** The link field's first value. */
	url: string;
	onView: (view: string, url?: string) => void;
}) {
	const claims = useClaims(member_id);
	const [submitted, setSubmitted] = useState<Claim | null>(null);
	const [focus_heading, setFocusHeading] = useState(false);
	const chosen = VIEWS.find(({ id }) => id === view)?.id ?? "claim";

	function choose(next: string, link?: string): void {
		setSubmitted(null);
		setFocusHeading(false);
		onView(next, link);
	}

	return (
		<Tabs
			label="Video Owner"
			variant="sub"
			tabs={[...VIEWS]}
			chosen={chosen}
			onChoose={(next) => choose(next)}
		>
			{chosen === "claim" && submitted === null && (
				<ClaimForm
					key={url}
					url={url}
					onSubmitted={(claim) => {
						setSubmitted(claim);
						void claims.reload();
					}}
				/>
			)}
			{chosen === "claim" && submitted !== null && (
				<ClaimThanks
					claim={submitted}
					onDone={() => {
						choose("manage");
						setFocusHeading(true);
					}}
				/>
			)}
			{chosen === "manage" && (
				<ClaimList list={claims} focus_heading={focus_heading} onView={choose} />
			)}
			{chosen === "respond" && (
				<RespondArea
					creators={claims.creators}
					problem={claims.problem}
					onRetry={() => void claims.reload()}
					onView={choose}
				/>
			)}
		</Tabs>
	);
}

/** The member's ownership claims, newest first, and the channels verified as theirs. */
function useClaims(member_id: string) {
	const { pages, ...list } = usePages<Claims>(keys.claims, member_id);
	return {
		...list,
		claims: pages?.flatMap(({ claims }) => claims),
		creators: pages?.[0]?.creators,
	};
}

/** The member's claims, each with its status and next step. */
function ClaimList({
	list,
	focus_heading,
	onView,
}: {
	list: ReturnType<typeof useClaims>;
	/** Whether the app opened the page, in which case the heading takes the focus. */
	focus_heading: boolean;
	onView: (view: string, url?: string) => void;
}) {
	const { claims, problem, more, loading, loadMore, reload } = list;
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (focus_heading) heading.current?.focus();
	}, [focus_heading]);
	return (
		<div className="flex max-w-3xl flex-col gap-6">
			<h2 ref={heading} tabIndex={-1} className="heading focus:outline-none">
				Manage Claims
			</h2>
			{claims === undefined && problem === undefined && <Skeleton className="h-60" />}
			{claims?.length === 0 && (
				<EmptyState
					title="No claims yet"
					text="Claim your channel. The claim appears here, with the next step."
				>
					<Button variant="primary" onClick={() => onView("claim")}>
						Claim a Channel
					</Button>
				</EmptyState>
			)}
			{claims?.map((claim) => (
				<ClaimCard
					key={claim.id}
					claim={claim}
					onChanged={() => void reload()}
					onWithdrawn={() => {
						// The claim disappears with its button, which had the focus.
						heading.current?.focus();
						void reload();
					}}
					onRespond={() => onView("respond")}
					onAgain={() => onView("claim", claim.url)}
				/>
			))}
			<ListEnd problem={problem} more={more} loading={loading} onMore={loadMore} onRetry={reload} />
		</div>
	);
}

/** One claim with its status, how it is verified, and the next step. */
function ClaimCard({
	claim,
	onChanged,
	onWithdrawn,
	onRespond,
	onAgain,
}: {
	claim: Claim;
	onChanged: () => void;
	onWithdrawn: () => void;
	onRespond: () => void;
	/** Submits a claim for the same link again. */
	onAgain: () => void;
}) {
	const methods = useClaimMethods();
	const title = `claim-${claim.id}`;
	const respond = useRef<HTMLButtonElement>(null);
	const before = useRef(claim.status);
	useEffect(() => {
		// The Verify button, which had the focus, has disappeared.
		if (before.current === "pending") respond.current?.focus();
		before.current = claim.status;
	}, [claim.status]);
	return (
		<article aria-labelledby={title} className="flex flex-col gap-4 border-t-2 border-ink pt-3">
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
				<h3
					id={title}
					className="font-serif text-lg leading-snug font-semibold [overflow-wrap:anywhere]"
				>
					<ForeignText>{claim.channel_name}</ForeignText>
				</h3>
				<div role="status">
					<StatusBadge {...STATUS_LABELS[claim.status]} />
				</div>
			</div>
			<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm sm:gap-x-6">
				<Fact name="Submitted">{formatDate(claim.submitted_at)}</Fact>
				{methods?.includes(claim.verification_method) !== false && (
					<Fact name="Verification">{METHOD_LABELS[claim.verification_method]}</Fact>
				)}
				<Fact name="Link">{claim.url}</Fact>
				{claim.comments !== null && (
					<Fact name="Your comments">
						<ForeignText className="block">{claim.comments}</ForeignText>
					</Fact>
				)}
			</dl>
			{claim.status === "pending" && (
				<>
					<PendingClaim claim={claim} onChanged={onChanged} />
					<WithdrawClaim claim={claim} onWithdrawn={onWithdrawn} />
				</>
			)}
			{claim.status === "verified" && (
				<div className="flex flex-col items-start gap-3">
					<p>
						You can respond in public to every analysis of this channel's videos. You can remove the
						code from the description now.
					</p>
					<Button ref={respond} variant="primary" onClick={onRespond}>
						Respond
					</Button>
				</div>
			)}
			{claim.status === "rejected" && (
				<div className="flex flex-col items-start gap-3">
					<p className="note px-4 py-3">The team rejected this claim: {claim.reason}</p>
					<Button onClick={onAgain}>Claim It Again</Button>
				</div>
			)}
		</article>
	);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-muted">{name}</dt>
			<dd className="[overflow-wrap:anywhere] whitespace-pre-line">{children}</dd>
		</>
	);
}

type Pending = { claim: Claim; onChanged: () => void };

/** Why the claim is pending and who decides it. Shows the code if someone can look for it. */
function PendingClaim({ claim, onChanged }: Pending) {
	const methods = useClaimMethods();
	if (methods === undefined) return null;
	const by_code = methods.includes("channel_description");
	return (
		<>
			{claim.reason !== null && <p className="note px-4 py-3">{claim.reason}</p>}
			{methods.length > 0 && <ProveClaim claim={claim} onChanged={onChanged} by_code={by_code} />}
		</>
	);
}

/** Takes the claim back, for example because its link was the wrong one. */
function WithdrawClaim({ claim, onWithdrawn }: { claim: Claim; onWithdrawn: () => void }) {
	const { busy, error, run } = useSubmit();
	const withdraw = () =>
		run(async () => {
			const path = `/api/claims/${encodeURIComponent(claim.id)}`;
			await request(path, { method: "DELETE", body: {} });
			onWithdrawn();
		});
	return (
		<div className="flex flex-col gap-2">
			<Button variant="quiet" busy={busy} onClick={() => void withdraw()} className="self-start">
				Withdraw Claim
			</Button>
			{error !== null && <ProblemNotice detail={error} />}
		</div>
	);
}

const NOTHING_CHANGED = "We checked again. Nothing has changed.";

/** The code, where to put it, and the button that looks for it. */
function ProveClaim({
	claim,
	onChanged,
	by_code,
}: Pending & {
	/** false if only an admin can look for the code. */
	by_code: boolean;
}) {
	const { busy, error, run } = useSubmit();
	const [unchanged, setUnchanged] = useState(false);
	const team = claim.reason !== null;
	const outcome = error ?? (unchanged ? NOTHING_CHANGED : null);
	const verify = () =>
		run(async () => {
			setUnchanged(false);
			const path = `/api/claims/${encodeURIComponent(claim.id)}/verify`;
			const { status } = (await post<{ claim: Claim }>(path, {}, LOOKUP_TIMEOUT_MS)).claim;
			setUnchanged(status === "pending");
			onChanged();
		});

	return (
		<div className="flex flex-col gap-3">
			<p className="font-semibold">
				{team ? "Help prove that it is yours" : "Prove that it is yours"}
			</p>
			<ol className="flex list-decimal flex-col gap-3 pl-5">
				<li>
					Copy this code.
					<div className="mt-2">
						<CopyField
							what="Code"
							short
							label={`Code for ${claim.channel_name}`}
							text={claim.verification_code}
						/>
					</div>
				</li>
				<li>
					Paste it anywhere in the channel's description on YouTube, as a separate word, and publish
					the change.
				</li>
				<li>{by_code ? "Come back and press Verify." : TEAM_LOOKS}</li>
			</ol>
			{by_code && (
				<Button
					variant={team ? "secondary" : "primary"}
					busy={busy}
					onClick={verify}
					className="self-start"
				>
					{busy ? "Looking for the code…" : "Verify"}
				</Button>
			)}
			{outcome !== null && <ProblemNotice detail={outcome} />}
		</div>
	);
}

const TEAM_LOOKS = "The team looks for it when it reviews your claim.";

const STATUS_LABELS: Record<ClaimStatus, { word: string; icon: IconName }> = {
	pending: { word: "Pending", icon: "clock" },
	verified: { word: "Verified", icon: "check" },
	rejected: { word: "Rejected", icon: "close" },
};

const METHOD_LABELS: Record<Claim["verification_method"], string> = {
	channel_description: "Code in the channel's description",
	team_review: "Review by the team",
};
