import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { formatNumber } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { agreementPercent, percentageVotes } from "#contract/vote-counts.ts";
import type { VoteType } from "#contract/votes.ts";
import { useVisitor } from "#web/features/accounts/auth-context.ts";
import { paths } from "#web/paths.ts";
import { agreementWords } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { meterProps, placeClass } from "#web/ui/meter.tsx";
import { useVoteContext } from "./use-votes.ts";

const Objection = lazyComponent(
	async () => (await import("#web/features/disputes/objection.tsx")).Objection,
);

/** The community's agreement with a rating, and the visitor's own vote. */
export function VoteButtons({ statement }: { statement: Statement }) {
	const votes = useVoteContext();
	const { user } = useVisitor();
	const [disputes, setDisputes] = useState(false);
	if (votes === null) return null;
	const { upvotes, downvotes, votes_held } = statement;
	const counted = percentageVotes(statement);
	const currentVote = votes.voteOf(statement.id);
	const percent = agreementPercent(counted.upvotes, counted.downvotes);
	const press = (type: VoteType) => votes.press(statement, type);
	const disagrees = currentVote === "downvote";
	return (
		<fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2" data-print="no">
			<legend className="mb-2 text-sm font-semibold">Is this rating right?</legend>
			<div className="flex gap-2">
				<VoteButton
					word="Agree"
					count={upvotes}
					pressed={currentVote === "upvote"}
					onPress={() => press("upvote")}
				/>
				<VoteButton
					word="Disagree"
					count={downvotes}
					pressed={disagrees}
					onPress={() => press("downvote")}
				/>
			</div>
			{/* Only a check with sources can read a page. */}
			{statement.verdict !== null && (
				<button
					type="button"
					aria-expanded={disputes}
					onClick={() => setDisputes(!disputes)}
					className="min-h-11 text-sm link"
				>
					Dispute with a page
				</button>
			)}
			{votes_held?.checking !== true && (
				<div className="flex min-w-36 grow flex-col gap-1 max-w-60">
					<p className="text-sm text-muted">
						{agreementWords(percent, counted.upvotes + counted.downvotes)}
					</p>
					<AgreementBar agree={counted.upvotes} disagree={counted.downvotes} />
				</div>
			)}
			{votes_held !== undefined && <CheckNote reason={votes_held.reason} />}
			{(disagrees || disputes) && (
				<Suspense fallback={null}>
					<Objection statement={statement} disagrees={disagrees} disputes={disputes} />
				</Suspense>
			)}
			{user && (
				<p className="basis-full text-xs text-muted">
					Your name appears with your votes on the community pages; you can hide it in{" "}
					<Link to={paths.account()} className="underline underline-offset-2">
						your account
					</Link>
					.
				</p>
			)}
		</fieldset>
	);
}

function VoteButton({
	word,
	count,
	pressed,
	onPress,
}: {
	word: string;
	count: number;
	pressed: boolean;
	onPress: () => void;
}) {
	return (
		<button
			type="button"
			aria-pressed={pressed}
			data-press={word.toLowerCase()}
			// The second press of a double one would take the vote back.
			onClick={({ detail }) => {
				if (detail < 2) onPress();
			}}
			className="inline-flex min-h-11 items-center gap-2 rounded-md border border-rule bg-raised px-3 text-sm font-semibold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
		>
			{word} <span className="font-normal">{formatNumber(count)}</span>
		</button>
	);
}

/** Explains why the percentage does not count all votes. */
function CheckNote({ reason }: { reason: string }) {
	return (
		<p
			role="note"
			className="flex basis-full items-start gap-2 border-l-4 border-ink bg-sunken px-3 py-2 text-sm"
		>
			<Icon name="clock" className="mt-1" />
			<span>
				<strong>Agreement.</strong> {reason}
			</span>
		</p>
	);
}

/** The bar's position before the first vote. */
const UNDECIDED = 50;

/** Agreeing and disagreeing votes as one bar in two parts. */
export function AgreementBar({
	agree,
	disagree,
	className = "h-1",
}: {
	agree: number;
	disagree: number;
	className?: string;
}) {
	const percent = agreementPercent(agree, disagree);
	const value = percent ?? UNDECIDED;
	return (
		<div
			{...meterProps({
				label: "Community agreement",
				value,
				text: agreementWords(percent, agree + disagree),
			})}
			className={`relative w-full bg-line ${className}`}
			data-track=""
		>
			{percent === null ? (
				// A mark in the middle, because a half-filled bar would look like votes.
				<div className="absolute left-1/2 -top-1 h-3 w-0.5 -translate-x-1/2 bg-rule" />
			) : (
				<div
					className={`fill-at h-full origin-left bg-ink transition-transform duration-250 ease-out ${placeClass(value)}`}
					data-fill=""
				/>
			)}
		</div>
	);
}
