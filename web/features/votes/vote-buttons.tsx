import { formatNumber, plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import {
	agreementPercent,
	shownVotes,
	sumVotes,
} from "#contract/vote-counts.ts";
import type { VoteType } from "#contract/votes.ts";
import { agreementWords } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";
import { meterProps } from "#web/ui/meter.tsx";
import { useVoteContext } from "./use-votes.ts";

/** What the community thinks of a statement, and the visitor's own vote. */
export function VoteButtons({ statement }: { statement: Statement }) {
	const votes = useVoteContext();
	if (votes === null) return null;
	const { upvotes, downvotes } = shownVotes(statement);
	const frozen = statement.votes_held;
	const currentVote = votes.voteOf(statement.id);
	const percent = agreementPercent(upvotes, downvotes);
	const press = (type: VoteType) => votes.press(statement, type);
	return (
		<fieldset
			className="flex flex-wrap items-center gap-x-4 gap-y-2"
			data-print="no"
		>
			<legend className="sr-only">Do you agree with this statement?</legend>
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
					pressed={currentVote === "downvote"}
					onPress={() => press("downvote")}
				/>
			</div>
			{(frozen === undefined || percent !== null) && (
				<div className="flex min-w-36 grow flex-col gap-1 sm:max-w-60">
					<p className="text-sm text-muted">
						{agreementWords(percent, upvotes + downvotes)}
					</p>
					<AgreementBar agree={upvotes} disagree={downvotes} />
				</div>
			)}
			{frozen !== undefined && <FrozenNote reason={frozen.reason} />}
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
			onClick={onPress}
			className="inline-flex min-h-11 items-center gap-2 rounded-md border border-rule bg-raised px-3 text-sm font-semibold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
		>
			{word} <span className="font-normal">{formatNumber(count)}</span>
		</button>
	);
}

/** Why the agreement shown is not the latest. */
function FrozenNote({ reason }: { reason: string }) {
	return (
		<p
			role="note"
			className="flex basis-full items-start gap-2 border-l-4 border-ink bg-sunken px-3 py-2 text-sm"
		>
			<Icon name="clock" className="mt-1" />
			<span>
				<strong>Agreement held.</strong> {reason}
			</span>
		</p>
	);
}

/** The bar's position before the first vote. */
const UNDECIDED = 50;

/** Agreeing and disagreeing votes as one bar in two parts. */
function AgreementBar({
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
			<div
				className={`h-full origin-left transition-transform duration-250 ease-out ${percent === null ? "bg-rule" : "bg-ink"}`}
				style={{ transform: `scaleX(${value / 100})` }}
				data-fill={percent === null ? undefined : ""}
			/>
		</div>
	);
}

/** Votes on all statements together. */
export function CommunityActivity({ statements }: { statements: Statement[] }) {
	const { agree, disagree } = sumVotes(statements.map(shownVotes));
	const frozen = statements.filter(({ votes_held }) => votes_held).length;
	const total = agree + disagree;
	return (
		<div className="flex flex-col gap-3 border-t border-line pt-4">
			<h3 className="eyebrow">Community Activity</h3>
			<dl className="grid grid-cols-3 gap-3 text-sm">
				<Figure name="Total votes" count={total} />
				<Figure name="Agree" count={agree} />
				<Figure name="Disagree" count={disagree} />
			</dl>
			<AgreementBar agree={agree} disagree={disagree} className="h-1.5" />
			{frozen > 0 && (
				<p className="flex items-start gap-2 text-sm">
					<Icon name="clock" className="mt-1" />
					<span>
						<strong>Agreement held.</strong> Votes on{" "}
						{plural(frozen, "statement")} are being checked; those from before
						are shown.
					</span>
				</p>
			)}
			<p className="text-xs text-muted">
				{agreementWords(agreementPercent(agree, disagree), total)}. Votes never
				change the score.
			</p>
		</div>
	);
}

function Figure({ name, count }: { name: string; count: number }) {
	return (
		<div>
			<dt className="text-xs text-muted">{name}</dt>
			<dd className="text-lg leading-tight font-semibold">
				{formatNumber(count)}
			</dd>
		</div>
	);
}
