import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { raterWords } from "#contract/bands.ts";
import { captionsReaderWords } from "#contract/browser-captions.ts";
import { LEAST_CHECKED, SOURCE_NAMES } from "#contract/evidence-words.ts";
import { formatUtcDate, plural } from "#contract/format.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import { type ScoreStanding, scoreStanding } from "#contract/score-standing.ts";
import { EXTRACTED_BY_WORDS } from "#contract/selection.ts";
import { UNVERIFIED_WORDS } from "#contract/verdicts.ts";
import type { Video } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { PhoneFold } from "#web/ui/phone-fold.tsx";

const STATUS = { analyzing: "Analysis in Progress", completed: "Completed", failed: "Failed" };

const TRANSCRIPTS = {
	none: "None",
	captions: "The video's captions",
	ai_transcription: "AI transcription",
	member: "Supplied by a member",
	sample: "Sample, written for this demonstration",
};

/** Explains what the score means and what it does not mean. */
const HOW_SCORED: Record<ScoreStanding, string> = {
	panel:
		"The score is the average of all ratings, from 0 (factual) to 100 (false). AI models make mistakes, and a low score is not proof. Read the sources before you rely on it.",
	checked:
		"The score is the average of the statements that could be checked, from 0 (factual) to 100 (false). A program found each quote on its page; the conclusions are the AI models', and they make mistakes. Read the pages before you rely on it.",
	too_little: `A score needs at least ${LEAST_CHECKED} checked statements (or all, if there are fewer), and at least a third of those that can be checked.`,
};

const SIMULATED_SCORE =
	"Simulated raters gave these ratings for a demonstration. They say nothing about the video.";

/** Says that a verdict has lost its ground since the analysis. */
function ChangedEvidence({ video }: { video: Video }) {
	if (video.evidence_changed_at === null) return null;
	return (
		<Fact name="Evidence changed">
			{formatUtcDate(video.evidence_changed_at)}
			<span className="block font-normal text-muted">
				A page that a verdict rests on has changed or is gone. The statement says which; a fresh
				analysis checks it again.
			</span>
		</Fact>
	);
}

/** How this result was made. */
export function AnalysisInformation({
	video,
	claims,
	action,
}: {
	video: Video;
	claims: number;
	action: ReactNode;
}) {
	const names = video.panel.map((provider) => PROVIDER_NAMES[provider]);
	return (
		<section
			aria-labelledby="information"
			className="flex flex-col gap-2 break-inside-avoid border border-line bg-raised p-3 sm:gap-3 sm:p-5"
		>
			<h2 id="information" className="heading">
				Analysis Information
			</h2>
			<PhoneFold label="How this result was made" className="flex flex-col gap-3">
				<dl>
					<Fact name="Analysis date">{formatUtcDate(video.created_at)}</Fact>
					<Fact name="Last updated">{formatUtcDate(video.updated_at)}</Fact>
					<Fact name="Status">{STATUS[video.analysis_status]}</Fact>
					<Fact name="Claims analyzed">{claims}</Fact>
					{video.extraction !== null && (
						<Fact name="Statements found by">{EXTRACTED_BY_WORDS[video.extraction.by]}</Fact>
					)}
					{video.extraction !== null && video.extraction.found > video.extraction.chosen && (
						<Fact name="Found, not rated">{video.extraction.found - video.extraction.chosen}</Fact>
					)}
					<Fact name="Rated by">
						{ratedBy(video, claims)}
						{claims > 0 && !video.simulated && (
							<span className="block font-normal text-muted">{names.join(", ")}</span>
						)}
					</Fact>
					{video.evidence_sources.length > 0 && claims > 0 && (
						<>
							<Fact name="Checked with sources">
								{video.coverage.checked} of {video.coverage.checkable}
							</Fact>
							<Fact name="Searched">
								{video.evidence_sources.map((source) => SOURCE_NAMES[source]).join(", ")}
							</Fact>
							<ChangedEvidence video={video} />
						</>
					)}
					<Fact name="Transcript">
						{video.captions_read_by
							? captionsReaderWords(video.captions_read_by)
							: TRANSCRIPTS[video.transcript_source ?? "none"]}
					</Fact>
					{wasReadAgain(video) && (
						<Fact name="Views as of">{formatUtcDate(video.metadata_read_at)}</Fact>
					)}
					{!!video.transcript_chars && (
						<Fact name="Transcript length">{plural(video.transcript_chars, "character")}</Fact>
					)}
				</dl>
				{claims > 0 && (
					<p className="border-t border-line pt-3 text-sm text-muted">{howScored(video)}</p>
				)}
				<Link
					to={paths.notice(paths.results(video.id))}
					className="inline-flex min-h-8 items-center text-sm link"
					data-print="no"
				>
					Report a problem
				</Link>
			</PhoneFold>
			{video.earlier_version !== null && (
				<Link to={paths.history(video.id)} className="text-sm font-semibold link">
					What changed since the earlier version
				</Link>
			)}
			{action && (
				<div className="flex flex-col" data-print="no">
					{action}
				</div>
			)}
		</section>
	);
}

/** Whether YouTube's figures were refreshed after the result was stored. */
function wasReadAgain(video: Video): video is Video & { metadata_read_at: string } {
	const { metadata_read_at, view_count, updated_at } = video;
	if (metadata_read_at === null || view_count === null) return false;
	return metadata_read_at > updated_at;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="flex justify-between gap-4 border-t border-line py-1.5 text-sm">
			<dt className="text-muted">{name}</dt>
			<dd className="text-right font-semibold">{children}</dd>
		</div>
	);
}

function ratedBy({ panel, simulated }: Video, claims: number): string {
	if (claims === 0) return "Nothing to rate";
	return panel.length === 0 ? "No AI model" : raterWords(panel.length, simulated);
}

function howScored(video: Video): string {
	if (video.simulated) return SIMULATED_SCORE;
	if (video.scope === "moments")
		return "Members asked about single moments, and only what was said there was checked. So there is no score.";
	return video.panel.length === 0 ? UNVERIFIED_WORDS.no_rater : HOW_SCORED[scoreStanding(video)];
}
