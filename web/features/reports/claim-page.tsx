import { Suspense } from "react";
import { Link, useParams } from "react-router-dom";
import useSWR from "swr";
import type { ClaimAnswer } from "#contract/claim-pages.ts";
import { quoteWords } from "#contract/evidence-words.ts";
import { formatUtcDate, inQuotes, plural } from "#contract/format.ts";
import { TAKEN_DOWN_TITLE } from "#contract/takedown-words.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { isTakenDown, TakenDown } from "#web/features/moderation/taken-down.tsx";
import { paths } from "#web/paths.ts";
import { BAND_CLASSES, SimulatedBadge, VerdictIcon } from "#web/ui/badges.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { Loading } from "#web/ui/view-states.tsx";
import { SpeakerName } from "./evidence/spoken-words.tsx";

const FollowButtons = lazyComponent(
	async () => (await import("#web/features/follows/follow-buttons.tsx")).FollowButtons,
	"follow-buttons",
);

const DisputeList = lazyComponent(
	async () => (await import("#web/features/disputes/dispute-list.tsx")).DisputeList,
	"dispute-list",
);

/** One claim: where it was said, when, and with which verdict. */
export function ClaimPage() {
	const { key = "" } = useParams();
	const { data, error, mutate } = useSWR<ClaimAnswer, ApiProblem>(
		`/api/statements/${encodeURIComponent(key)}`,
	);
	const gone = error !== undefined && isTakenDown(error);
	useDocumentTitle(gone ? TAKEN_DOWN_TITLE : (data?.content ?? "One claim"));
	if (gone) return <TakenDown problem={error} />;
	return (
		<div className="page-width flex min-h-dvh flex-col gap-8 py-8 sm:py-12">
			{data ? (
				<Said claim={data} />
			) : error?.status === 404 ? (
				<div className="flex flex-col items-start gap-4">
					<PageHeading>No such claim</PageHeading>
					<p>No public report contains it, or a newer analysis words it differently.</p>
					<Link to={`${paths.archive()}?scope=statements`} className={buttonClass("primary")}>
						Search Statements
					</Link>
				</div>
			) : (
				<Loading problem={error} retry={mutate} className="h-96" />
			)}
		</div>
	);
}

function Said({ claim: { key, content, said } }: { claim: ClaimAnswer }) {
	const videos = new Set(said.map(({ video }) => video.id)).size;
	return (
		<>
			<div className="flex flex-col gap-2">
				<p className="eyebrow">{`One claim, ${plural(videos, "video")}`}</p>
				<PageHeading>
					<ForeignText className="block">{inQuotes(content)}</ForeignText>
				</PageHeading>
				<Suspense fallback={<div className="h-8" />}>
					<FollowButtons subjects={[{ kind: "claim", id: key, title: content }]} />
				</Suspense>
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
	const mark = statementMark(statement);
	const colour = mark.band === null ? "text-muted" : BAND_CLASSES[mark.band].text;
	const published = video.published_at && formatUtcDate(video.published_at);
	return (
		<li className="flex flex-col gap-1 border-t border-line py-4">
			<p className={`flex items-center gap-2 font-serif text-lg font-semibold ${colour}`}>
				<VerdictIcon mark={mark} simulated={video.simulated} />
				{mark.words}
			</p>
			<ForeignText as="p" className="max-w-[68ch] [overflow-wrap:anywhere]">
				{inQuotes(quoteWords(statement.quote || statement.content))}
			</ForeignText>
			<p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
				<SpeakerName statement={statement} />
				<Link
					to={paths.statement(video.id, statement.id)}
					className="py-0.5 font-semibold text-ink link [overflow-wrap:anywhere]"
				>
					<ForeignText>{video.title || video.id}</ForeignText>
				</Link>
				<ForeignText>{video.channel_name}</ForeignText>
				{published && <span>Published {published}</span>}
				<span>Analyzed {formatUtcDate(statement.created_at)}</span>
				{video.simulated && <SimulatedBadge />}
			</p>
			{statement.disputes && (
				<Suspense fallback={null}>
					<DisputeList disputes={statement.disputes} />
				</Suspense>
			)}
		</li>
	);
}
