import type { Statement } from "#contract/statement.ts";
import type { VoteType } from "#contract/votes.ts";
import { agreementOf, agreementWords } from "#web/ui/agreement.ts";
import { grouped } from "#web/ui/format-count.ts";
import { AgreementBar } from "./agreement-bar.tsx";
import { HeldNote } from "./held-note.tsx";
import { useVoteContext } from "./vote-context.ts";
import { shownVotes } from "./vote-tally.ts";

/** What the community thinks of a statement, and the reader's own say in it. */
export function VoteButtons({ statement }: { statement: Statement }) {
	const votes = useVoteContext();
	if (votes === null) return null;
	const { upvotes, downvotes } = shownVotes(statement);
	const held = statement.votes_held;
	const standing = votes.voteOf(statement.id);
	const percent = agreementOf(upvotes, downvotes);
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
					pressed={standing === "upvote"}
					onPress={() => press("upvote")}
				/>
				<VoteButton
					word="Disagree"
					count={downvotes}
					pressed={standing === "downvote"}
					onPress={() => press("downvote")}
				/>
			</div>
			{(held === undefined || percent !== null) && (
				<div className="flex min-w-36 grow flex-col gap-1 sm:max-w-60">
					<p className="text-sm text-muted">
						{agreementWords(percent, upvotes + downvotes)}
					</p>
					<AgreementBar agree={upvotes} disagree={downvotes} />
				</div>
			)}
			{held !== undefined && <HeldNote reason={held.reason} />}
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
			{word} <span className="font-normal">{grouped(count)}</span>
		</button>
	);
}
