import { formatNumber, plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import {
	agreementPercent,
	shownVotes,
	sumVotes,
} from "#contract/vote-counts.ts";
import { agreementWords } from "#web/ui/agreement.ts";
import { Icon } from "#web/ui/icon.tsx";
import { AgreementBar } from "./vote-buttons.tsx";

/** Votes on all statements together. */
export function CommunityActivity({ statements }: { statements: Statement[] }) {
	const { agree, disagree } = sumVotes(statements.map(shownVotes));
	const held = statements.filter(({ votes_held }) => votes_held).length;
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
			{held > 0 && (
				<p className="flex items-start gap-2 text-sm">
					<Icon name="clock" className="mt-1" />
					<span>
						<strong>Agreement held.</strong> Votes on{" "}
						{plural(held, "statement")} are being checked; those from before are
						shown.
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
