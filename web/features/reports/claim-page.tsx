import { Link, useParams } from "react-router-dom";
import useSWR from "swr";
import type { ClaimAnswer } from "#contract/claim-pages.ts";
import { quoteWords } from "#contract/evidence-words.ts";
import { plural } from "#contract/format.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { paths } from "#web/paths.ts";
import { BAND_CLASSES, SimulatedBadge } from "#web/ui/badges.tsx";
import { useDates } from "#web/ui/format.ts";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, Loading } from "#web/ui/view-states.tsx";

/** One claim: where it was said, when, and with which verdict. */
export function ClaimPage() {
	const { key = "" } = useParams();
	const { data, error, mutate } = useSWR<ClaimAnswer, ApiProblem>(
		`/api/statements/${encodeURIComponent(key)}`,
	);
	useDocumentTitle(data?.content ?? "One claim");
	return (
		<div className="page-width flex min-h-dvh flex-col gap-8 py-8 sm:py-12">
			{data ? (
				<Said claim={data} />
			) : error?.status === 404 ? (
				<EmptyState
					title="No such claim"
					text="No public report contains it, or a newer analysis words it differently."
				/>
			) : (
				<Loading problem={error} retry={mutate} className="h-96" />
			)}
		</div>
	);
}

function Said({ claim: { content, said } }: { claim: ClaimAnswer }) {
	const videos = new Set(said.map(({ video }) => video.id)).size;
	return (
		<>
			<div className="flex flex-col gap-2">
				<p className="eyebrow">{`One claim, ${plural(videos, "video")}`}</p>
				<PageHeading>“{content}”</PageHeading>
				<p className="max-w-[68ch] text-muted">
					Each video was analyzed on its own, and sources change, so verdicts may differ.
				</p>
			</div>
			<ol className="max-w-3xl border-t-2 border-ink">
				{said.map((place) => (
					<Place key={place.statement.id} {...place} />
				))}
			</ol>
		</>
	);
}

function Place({ video, statement }: ClaimAnswer["said"][number]) {
	const dates = useDates();
	const mark = statementMark(statement);
	const colour = mark.band === null ? "text-muted" : BAND_CLASSES[mark.band].text;
	const published = video.published_at && dates.day(video.published_at);
	return (
		<li className="flex flex-col gap-1 border-t border-line py-4">
			<p className={`font-serif text-lg font-semibold ${colour}`}>{mark.words}</p>
			<p className="max-w-[68ch] [overflow-wrap:anywhere]">
				“{quoteWords(statement.quote || statement.content)}”
			</p>
			<p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
				<Link
					to={paths.statement(video.id, statement.id)}
					className="font-semibold text-ink link [overflow-wrap:anywhere]"
				>
					{video.title || video.id}
				</Link>
				<span>{video.channel_name}</span>
				{published && <span>Published {published}</span>}
				<span>Analyzed {dates.day(statement.created_at)}</span>
				{video.simulated && <SimulatedBadge />}
			</p>
		</li>
	);
}
