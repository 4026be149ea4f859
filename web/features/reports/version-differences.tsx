import type { ReactNode } from "react";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { SOURCE_NAMES } from "#contract/evidence-words.ts";
import { clockTime, plural } from "#contract/format.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { VERDICT_WORDS } from "#contract/verdicts.ts";
import type {
	ChangedStatement,
	Version,
	VersionComparison,
	VersionPage,
	VersionStatement,
} from "#contract/versions.ts";
import { OutsideLink } from "#web/ui/outside-link.tsx";

/** The difference between two versions in words. */
export function Differences({
	comparison: { version, from, changes },
}: {
	comparison: VersionComparison;
}) {
	if (from === null || changes === null) return null;
	const { added, retired, changed, panel, models, sources } = changes;
	const run = [
		...scoreWords(from, version),
		...movedWords(panel, "the panel", (id) => PROVIDER_NAMES[id]),
		...movedWords(models, "the models", (name) => name),
		...movedWords(sources, "the sources", (id) => SOURCE_NAMES[id]),
	];
	const statements = added.length + retired.length + changed.length;
	return (
		<div className="flex max-w-3xl flex-col gap-5">
			{run.length > 0 && (
				<ul className="flex list-disc flex-col gap-1 pl-5">
					{run.map((words) => (
						<li key={words}>{words}</li>
					))}
				</ul>
			)}
			{statements === 0 && <p>Statements, verdicts and pages are the same in both versions.</p>}
			<Group title="Changed" count={changed.length}>
				{changed.map((change) => (
					<Item key={change.after.id} statement={change.after}>
						<ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
							{statementWords(change).map((words) => (
								<li key={words}>{words}</li>
							))}
							<Pages pages={change.pages.added}>Now cites</Pages>
							<Pages pages={change.pages.removed}>No longer cites</Pages>
							<Pages pages={change.pages.changed}>Cites another version of</Pages>
						</ul>
					</Item>
				))}
			</Group>
			<Group title="Added" count={added.length}>
				{added.map((statement) => (
					<Item key={statement.id} statement={statement}>
						<p className="text-sm text-muted">{verdictWords(statement)}</p>
					</Item>
				))}
			</Group>
			<Group title="No longer included" count={retired.length}>
				{retired.map((statement) => (
					<Item key={statement.id} statement={statement}>
						<p className="text-sm text-muted">{`It was rated: ${verdictWords(statement)}`}</p>
					</Item>
				))}
			</Group>
		</div>
	);
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
	if (count === 0) return null;
	return (
		<div className="flex flex-col gap-1">
			<h3 className="eyebrow">
				{title} ({plural(count, "statement")})
			</h3>
			<ol>{children}</ol>
		</div>
	);
}

function Item({ statement, children }: { statement: VersionStatement; children: ReactNode }) {
	return (
		<li className="flex flex-col gap-1 border-t border-line py-3">
			<p className="[overflow-wrap:anywhere]">
				<span className="mr-3 text-sm font-semibold">{clockTime(statement.timestamp)}</span>“
				{statement.content}”
			</p>
			{children}
		</li>
	);
}

function Pages({ pages, children }: { pages: VersionPage[]; children: string }) {
	return pages.map((page) => (
		<li key={page.url}>
			{`${children} `}
			<OutsideLink href={page.url}>{page.title || page.url}</OutsideLink>
		</li>
	));
}

/** "Supported, score 12", or the band if the run asked no sources. */
function verdictWords({ verdict, ai_score }: VersionStatement): string {
	if (verdict === "unverified") return VERDICT_WORDS.unverified;
	const word = verdict === null ? BAND_WORDS[bandFor(ai_score)].statement : VERDICT_WORDS[verdict];
	return `${word}, score ${ai_score}`;
}

function statementWords({ before, after }: ChangedStatement): string[] {
	const was = verdictWords(before);
	const is = verdictWords(after);
	return [
		...(was === is ? [] : [`Was: ${was}. Now: ${is}.`]),
		...(before.content === after.content ? [] : [`Its wording was “${before.content}”.`]),
	];
}

function scoreWords(before: Version, after: Version): string[] {
	const words = [];
	if (before.bs_score !== after.bs_score || before.basis !== after.basis)
		words.push(`The score was ${basisWords(before)} and is now ${basisWords(after)}.`);
	if (before.coverage.checked !== after.coverage.checked)
		words.push(
			`${before.coverage.checked} of ${plural(before.coverage.checkable, "statement")} had been checked; now it is ${after.coverage.checked} of ${after.coverage.checkable}.`,
		);
	return words;
}

function basisWords({ bs_score, basis }: Version): string {
	return basis === "memory" ? `${bs_score} (from memory)` : String(bs_score);
}

function movedWords<T>(
	{ added, removed }: { added: T[]; removed: T[] },
	where: string,
	name: (item: T) => string,
): string[] {
	const list = (items: T[]) => items.map(name).join(", ");
	return [
		...(added.length > 0 ? [`New in ${where}: ${list(added)}.`] : []),
		...(removed.length > 0 ? [`No longer in ${where}: ${list(removed)}.`] : []),
	];
}
