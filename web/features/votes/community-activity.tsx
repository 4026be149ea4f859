import { formatNumber, plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { agreementPercent, percentageVotes, sumVotes } from "#contract/vote-counts.ts";
import { agreementWords } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";
import { AgreementBar } from "./vote-buttons.tsx";

/** Votes on all statements together. */
export function CommunityActivity({ statements }: { statements: Statement[] }) {
	const { agree, disagree } = sumVotes(statements);
	const counted = sumVotes(statements.map(percentageVotes));
	const checked = statements.filter(({ votes_held }) => votes_held?.checking);
	const left_out = agree + disagree - counted.agree - counted.disagree;
	return (
		<div className="flex flex-col gap-3 border-t border-line pt-4">
			<h3 className="eyebrow">Community Activity</h3>
			<dl className="grid grid-cols-3 gap-3 text-sm">
				<Figure name="Total votes" count={agree + disagree} />
				<Figure name="Agree" count={agree} />
				<Figure name="Disagree" count={disagree} />
			</dl>
			<AgreementBar agree={counted.agree} disagree={counted.disagree} className="h-1.5" />
			{left_out > 0 && (
				<p className="flex items-start gap-2 text-sm">
					<Icon name="clock" className="mt-1" />
					<span>
						The percentage leaves out {plural(left_out, "vote")}
						{checked.length > 0 &&
							` while the agreement on ${plural(checked.length, "statement")} is being checked`}
						.
					</span>
				</p>
			)}
			<p className="text-xs text-muted">
				{agreementWords(
					agreementPercent(counted.agree, counted.disagree),
					counted.agree + counted.disagree,
				)}
				. Votes never change the score.
			</p>
		</div>
	);
}

function Figure({ name, count }: { name: string; count: number }) {
	return (
		<div>
			<dt className="text-xs text-muted">{name}</dt>
			<dd className="text-lg leading-tight font-semibold">{formatNumber(count)}</dd>
		</div>
	);
}
