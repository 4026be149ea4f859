import type { Statement } from "#contract/statement.ts";
import { agreementOf, agreementWords } from "#web/ui/agreement.ts";
import { AgreementBar } from "./agreement-bar.tsx";
import { sumVotes } from "./vote-tally.ts";

/** Votes on all statements together. */
export function CommunityActivity({ statements }: { statements: Statement[] }) {
	const { agree, disagree } = sumVotes(statements);
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
			<p className="text-xs text-muted">
				{agreementWords(agreementOf(agree, disagree), total)}. Votes never
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
				{count.toLocaleString("en")}
			</dd>
		</div>
	);
}
