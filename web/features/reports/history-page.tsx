import { type ReactNode, Suspense, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router-dom";
import useSWR from "swr";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { SOURCE_NAMES } from "#contract/evidence-words.ts";
import { clockTime, formatUtcDate, inQuotes, isolated, plural } from "#contract/format.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { ON_REQUEST_WORDS, shownScore } from "#contract/score-standing.ts";
import { TAKEN_DOWN_TITLE } from "#contract/takedown-words.ts";
import { hollowPhrase } from "#contract/verdict-words.ts";
import { type Basis, VERDICT_WORDS } from "#contract/verdicts.ts";
import type {
	ChangedStatement,
	Version,
	VersionComparison,
	VersionList,
	VersionPage,
	VersionStatement,
} from "#contract/versions.ts";
import type { Report } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { isTakenDown, TakenDown } from "#web/features/moderation/taken-down.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, Loading } from "#web/ui/view-states.tsx";

const DisputeList = lazyComponent(
	async () => (await import("#web/features/disputes/dispute-list.tsx")).DisputeList,
	"dispute-list",
);

/** The versions of a result, and the difference between two of them in words. */
export function HistoryPage() {
	const { videoId = "" } = useParams();
	const path = `${keys.report(videoId)}/versions`;
	const { data, error, mutate } = useSWR<VersionList, ApiProblem>(path);
	const { data: report } = useSWR<Report>(data ? keys.report(videoId) : null);
	const gone = error !== undefined && isTakenDown(error);
	useDocumentTitle(gone ? TAKEN_DOWN_TITLE : "What changed");
	if (gone) return <TakenDown problem={error} />;
	return (
		<div className="page-width flex min-h-dvh flex-col gap-8 py-8 sm:py-12">
			{data ? (
				<>
					<div className="flex flex-col gap-2">
						<PageHeading>What changed</PageHeading>
						<Link to={paths.results(videoId)} className={LINK}>
							<ForeignText>{report?.video.title || "The report"}</ForeignText>
						</Link>
					</div>
					<Versions key={path} path={path} first={data} />
				</>
			) : error?.status === 404 ? (
				<EmptyState
					title="No result"
					text="There is no analysis of this video, so there is nothing to compare."
				/>
			) : (
				<Loading problem={error} retry={mutate} className="h-96" />
			)}
		</div>
	);
}

const LINK = "w-fit font-semibold link [overflow-wrap:anywhere]";

function Versions({ path, first }: { path: string; first: VersionList }) {
	const [older, setOlder] = useState<VersionList[]>([]);
	const pages = [first, ...older];
	const versions = pages.flatMap((page) => page.versions);
	const next = pages.at(-1)?.next_cursor ?? null;
	const { busy, error, run } = useSubmit();
	const loadOlder = () =>
		run(async () => {
			const page = await request<VersionList>(`${path}?cursor=${next}`);
			setOlder((some) => [...some, page]);
		});
	const [query, setQuery] = useSearchParams();
	const shown = Number(query.get("version")) || versions[0]?.version || 1;
	const before = versions.find(({ version }) => version < shown)?.version;
	const from = Number(query.get("from")) || before;
	const choose = (wanted: { version: number; from?: number | undefined }) =>
		setQuery(
			Object.entries(wanted).flatMap(([name, value]) =>
				value === undefined ? [] : [[name, String(value)]],
			) as [string, string][],
			{ replace: true, preventScrollReset: true },
		);
	return (
		<>
			<section aria-labelledby="compare" className="flex flex-col gap-4">
				<h2 id="compare" className="heading">
					Difference
				</h2>
				{from === undefined ? (
					<p className="max-w-[68ch] text-muted">
						This is the only version that is stored. After the next analysis you can compare it
						here.
					</p>
				) : (
					<>
						<div className="flex flex-wrap gap-4">
							<Choice
								label="Version"
								versions={versions}
								chosen={shown}
								onChoose={(version) => choose({ version })}
							/>
							<Choice
								label="compared with"
								versions={versions.filter(({ version }) => version !== shown)}
								chosen={from}
								onChoose={(other) => choose({ version: shown, from: other })}
							/>
						</div>
						<Compared path={`${path}/${shown}?from=${from}`} />
					</>
				)}
			</section>
			<section aria-labelledby="all" className="flex flex-col gap-3">
				<h2 id="all" className="heading">
					All versions
				</h2>
				<ol className="max-w-3xl border-t-2 border-ink">
					{versions.map((version) => (
						<VersionRow
							key={version.version}
							version={version}
							onCompare={() => choose({ version: version.version })}
						/>
					))}
				</ol>
				{next !== null && (
					<Button busy={busy} onClick={() => void loadOlder()}>
						Show older versions
					</Button>
				)}
				{error !== null && <p role="alert">{error}</p>}
			</section>
		</>
	);
}

function Choice({
	label,
	versions,
	chosen,
	onChoose,
}: {
	label: string;
	versions: Version[];
	chosen: number;
	onChoose: (version: number) => void;
}) {
	return (
		<label className="flex items-center gap-2 text-sm font-semibold">
			{label}
			<select
				value={chosen}
				onChange={(event) => onChoose(Number(event.target.value))}
				className="min-h-11 rounded-md border border-rule bg-raised px-3 font-normal"
			>
				{versions.map(({ version, published_at }) => (
					<option key={version} value={version}>
						{`${version} (${formatUtcDate(published_at)})`}
					</option>
				))}
			</select>
		</label>
	);
}

function Compared({ path }: { path: string }) {
	const { data, error, mutate } = useSWR<VersionComparison, ApiProblem>(path);
	return data ? (
		<Differences comparison={data} />
	) : (
		<Loading problem={error} retry={mutate} className="h-56" />
	);
}

function VersionRow({ version, onCompare }: { version: Version; onCompare: () => void }) {
	return (
		<li className="flex flex-col gap-1 border-t border-line py-3 first:border-t-0">
			<p className="flex flex-wrap items-baseline gap-x-3">
				<strong>Version {version.version}</strong>
				<span className="text-sm text-muted">
					{formatUtcDate(version.published_at)} · {resultWords(version)} ·{" "}
					{plural(version.claims_count, "statement")}
				</span>
			</p>
			{version.summary && (
				<p className="flex flex-wrap items-baseline gap-x-3 text-sm">
					{summaryWords(version.summary)}
					<button
						type="button"
						onClick={onCompare}
						className="min-h-8 font-semibold link"
						aria-label={`Show the difference of version ${version.version}`}
					>
						Show
					</button>
				</p>
			)}
			{version.disputes && (
				<Suspense fallback={null}>
					<DisputeList disputes={version.disputes} />
				</Suspense>
			)}
		</li>
	);
}

function summaryWords(summary: NonNullable<Version["summary"]>): string {
	const { added, retired, verdicts_moved, pages_changed } = summary;
	const parts = [
		added > 0 && `${plural(added, "statement")} added`,
		retired > 0 && `${plural(retired, "statement")} no longer included`,
		verdicts_moved > 0 && `${plural(verdicts_moved, "verdict")} changed`,
		pages_changed > 0 && `other pages for ${plural(pages_changed, "statement")}`,
	].filter((part) => part !== false);
	return parts.length > 0 ? `${parts.join(", ")}.` : "Nothing of it changed.";
}

/** The difference between two versions in words. */
function Differences({
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
							{statementWords(change, from, version).map((words) => (
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
						<p className="text-sm text-muted">{verdictWords(statement, version)}</p>
					</Item>
				))}
			</Group>
			<Group title="No longer included" count={retired.length}>
				{retired.map((statement) => (
					<Item key={statement.id} statement={statement}>
						<p className="text-sm text-muted">{`It was rated: ${verdictWords(statement, from)}`}</p>
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
			<div className="flex gap-x-3 [overflow-wrap:anywhere]">
				<span className="shrink-0 text-sm leading-6 font-semibold">
					{clockTime(statement.timestamp)}
				</span>
				<ForeignText as="p" className="min-w-0 grow">
					{inQuotes(statement.content)}
				</ForeignText>
			</div>
			{children}
		</li>
	);
}

function Pages({ pages, children }: { pages: VersionPage[]; children: string }) {
	return pages.map((page) => (
		<li key={page.url}>
			{`${children} `}
			<OutsideLink href={page.url}>
				<ForeignText>{page.title || page.url}</ForeignText>
			</OutsideLink>
		</li>
	));
}

/** "Supported, score 12", or the band if the run asked no sources. */
function verdictWords(
	{ verdict, ai_score, basis, on_request }: VersionStatement,
	{ simulated }: Version,
): string {
	const asked = on_request ? `, ${ON_REQUEST_WORDS.toLowerCase()}` : "";
	if (ai_score === null) return VERDICT_WORDS.unverified + asked;
	const word = verdict === null ? BAND_WORDS[bandFor(ai_score)].statement : VERDICT_WORDS[verdict];
	return `${word}, score ${ai_score}${origin({ simulated, basis })}${asked}`;
}

function statementWords(
	{ before, after }: ChangedStatement,
	from: Version,
	version: Version,
): string[] {
	const was = verdictWords(before, from);
	const is = verdictWords(after, version);
	return [
		...(was === is ? [] : [`Was: ${was}. Now: ${is}.`]),
		...(before.content === after.content
			? []
			: [`Its wording was ${isolated(inQuotes(before.content))}.`]),
	];
}

function scoreWords(before: Version, after: Version): string[] {
	const words = [];
	if (
		before.bs_score !== after.bs_score ||
		before.basis !== after.basis ||
		before.scope !== after.scope
	)
		words.push(`Was: ${resultWords(before)}. Now: ${resultWords(after)}.`);
	if (before.coverage.checked !== after.coverage.checked)
		words.push(
			`${before.coverage.checked} of ${plural(before.coverage.checkable, "statement")} had been checked; now it is ${after.coverage.checked} of ${after.coverage.checkable}.`,
		);
	return words;
}

/** "score 42", or why there is none. */
function resultWords(version: Version): string {
	const score = shownScore(version);
	if (score !== null) return `score ${score}${origin(version)}`;
	return version.panel.length === 0 ? "sources without a score" : hollowPhrase(version);
}

/** What must be said beside a score that no source supports. */
function origin({ simulated, basis }: { simulated: boolean; basis: Basis }): string {
	if (simulated) return " (simulated)";
	return basis === "memory" ? " (from memory)" : "";
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
