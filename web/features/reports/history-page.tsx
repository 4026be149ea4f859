import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router-dom";
import useSWR from "swr";
import { plural } from "#contract/format.ts";
import type { Version, VersionComparison, VersionList } from "#contract/versions.ts";
import type { Report } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { useDates } from "#web/ui/format.ts";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";
import { Differences } from "./version-differences.tsx";

/** The versions of a result, and the difference between two of them in words. */
export function HistoryPage() {
	const { videoId = "" } = useParams();
	const path = `${keys.report(videoId)}/versions`;
	const { data, error, mutate } = useSWR<VersionList, ApiProblem>(path);
	const { data: report } = useSWR<Report>(data ? keys.report(videoId) : null);
	useDocumentTitle("What changed");
	return (
		<div className="page-width flex min-h-dvh flex-col gap-8 py-8 sm:py-12">
			{data ? (
				<>
					<div className="flex flex-col gap-2">
						<PageHeading>What changed</PageHeading>
						<Link to={paths.results(videoId)} className={LINK}>
							{report?.video.title || "The report"}
						</Link>
					</div>
					<Versions key={path} path={path} first={data} />
				</>
			) : error?.status === 404 ? (
				<EmptyState
					title="No result"
					text="There is no analysis of this video, so there is nothing to compare."
				/>
			) : error ? (
				<ProblemNotice detail={error.message}>
					<Button onClick={() => void mutate()}>Try Again</Button>
				</ProblemNotice>
			) : (
				<Skeleton className="h-96" />
			)}
		</div>
	);
}

const LINK =
	"w-fit font-semibold underline decoration-rule underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink";

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
				<h2 id="compare" className="font-serif text-xl font-semibold">
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
				<h2 id="all" className="font-serif text-xl font-semibold">
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
	const dates = useDates();
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
						{`${version} (${dates.date(published_at)})`}
					</option>
				))}
			</select>
		</label>
	);
}

function Compared({ path }: { path: string }) {
	const { data, error, mutate } = useSWR<VersionComparison, ApiProblem>(path);
	if (data) return <Differences comparison={data} />;
	if (error === undefined) return <Skeleton className="h-56" />;
	return (
		<ProblemNotice detail={error.message}>
			<Button onClick={() => void mutate()}>Try Again</Button>
		</ProblemNotice>
	);
}

function VersionRow({
	version: { version, published_at, summary, ...held },
	onCompare,
}: {
	version: Version;
	onCompare: () => void;
}) {
	const dates = useDates();
	return (
		<li className="flex flex-col gap-1 border-t border-line py-3 first:border-t-0">
			<p className="flex flex-wrap items-baseline gap-x-3">
				<strong>Version {version}</strong>
				<span className="text-sm text-muted">
					{dates.date(published_at)} · score {held.bs_score}
					{held.basis === "memory" && " (from memory)"} · {plural(held.claims_count, "statement")}
				</span>
			</p>
			{summary && (
				<p className="flex flex-wrap items-baseline gap-x-3 text-sm">
					{summaryWords(summary)}
					<button
						type="button"
						onClick={onCompare}
						className="min-h-8 font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
						aria-label={`Show the difference of version ${version}`}
					>
						Show
					</button>
				</p>
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
