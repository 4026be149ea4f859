import { Fragment, type ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import { captionsReaderWords } from "#contract/browser-captions.ts";
import { clockTime, formatUtcDate, plural } from "#contract/format.ts";
import { hasLostGround, isReadDifferently } from "#contract/leading-evidence.ts";
import { PROMPT_INJECTION_NOTE } from "#contract/page-texts.ts";
import { PROVIDER_NAMES, PROVIDERS } from "#contract/providers.ts";
import { nothingFoundWords, ruleNote } from "#contract/selection.ts";
import type { Statement } from "#contract/statement.ts";
import { isUnfinished } from "#contract/unfinished.ts";
import type { LengthChange, PromptInjection, Report, Video } from "#contract/video.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EmptyState } from "#web/ui/view-states.tsx";
import { TimeLink } from "../player/time-link.tsx";

function originNote(video: Video): string | null {
	const { transcript_source, captions_read_by } = video;
	if (transcript_source === "member")
		return `${captions_read_by ? `${captionsReaderWords(captions_read_by)}. Nobody compared them` : "A member supplied this transcript. Nobody compared it"} with the video, so the statements may not be what was said.`;
	if (transcript_source === "ai_transcription")
		return "This video has no readable captions. An AI model transcribed the audio and may have misheard words, names and numbers.";
	return spokenLanguageNote(video);
}

function spokenLanguageNote({ spoken_language }: Video): string | null {
	switch (spoken_language) {
		case "unknown":
			return "These captions may be a translation: YouTube does not say which language is spoken in the video.";
		case "chosen_by_member":
			return "A member said that these captions are in the language that is spoken; YouTube does not say. They may be a translation.";
		case "another":
			return "These captions are in another language than the video, so they are a translation.";
		default:
			return null;
	}
}

/** What was not understood of a member's text. */
function timesNote(reading: Report["transcript"]): string[] {
	if (reading === undefined) return [];
	if (reading.times_unused)
		return ["Its times do not fit the video's length, so places in the video are estimated."];
	if (reading.joined_parts)
		return [
			`Its ${reading.joined_parts} parts were joined by the video's length, so times are close, not exact.`,
		];
	if (reading.cues === 0) return ["It has no times, so places in the video are estimated."];
	if (reading.untimed === 0) return [];
	return [
		`${plural(reading.untimed, "line")} of it ${reading.untimed === 1 ? "has" : "have"} no time and ${reading.untimed === 1 ? "is" : "are"} read with the line before.`,
	];
}

/**
 * Information that a visitor needs before the score: the transcript's origin, and whether the
 * video can still be watched.
 */
export function OriginNote({ report: { video, transcript } }: { report: Report }) {
	const { unavailable_since } = video;
	const origin = originNote(video);
	const by_rule = ruleNote(video.extraction?.by, video.language);
	return (
		<>
			{origin && <Note>{[origin, ...timesNote(transcript)].join(" ")}</Note>}
			{by_rule && <Note>{by_rule}</Note>}
			{unavailable_since && (
				<Note>
					{`YouTube no longer shows this video (first noticed on ${formatUtcDate(unavailable_since)}). The analysis stays as it is.`}
				</Note>
			)}
		</>
	);
}

/** Stands in place of the statements where none were found. */
export function NothingFound({ video }: { video: Video }) {
	return (
		<EmptyState
			title="No Statements Found"
			text={nothingFoundWords(video.extraction?.found_by_rule)}
		/>
	);
}

function Note({ children }: { children: string }) {
	return (
		<p role="note" className="note px-4 py-3 text-sm">
			{children}
		</p>
	);
}

/** More links than these would be more than one line. */
const SHOWN = 4;

/** Says which verdicts rest on pages that were retracted, have changed or are gone, with links. */
export function ChangedEvidence({ statements }: { statements: readonly Statement[] }) {
	const affected = statements.filter(hasLostGround);
	const retracted = affected.some(({ evidence }) =>
		evidence.some((it) => it.retracted_at !== null),
	);
	return (
		<p role="note" className="mb-3 note px-4 py-3 text-sm">
			<strong className="font-semibold">Evidence changed.</strong>{" "}
			{affected.length < 2
				? `A verdict rests on a page that ${retracted ? "was retracted, " : ""}has changed or is gone`
				: `${affected.length} verdicts rest on pages that ${retracted ? "were retracted, " : ""}have changed or are gone`}
			<Links affected={affected} statements={statements} />.
		</p>
	);
}

/**
 * Says which verdicts rest on quotes that newer rules read differently, and offers a fresh
 * analysis.
 */
export function ReadDifferently({
	statements,
	children,
}: {
	statements: readonly Statement[];
	children: ReactNode;
}) {
	const affected = statements.filter(isReadDifferently);
	return (
		<div role="note" className="mb-3 flex flex-col items-start gap-3 note px-4 py-3 text-sm">
			<p className="max-w-[68ch]">
				<strong className="font-semibold">Pages are read differently since.</strong>{" "}
				{affected.length < 2
					? "A verdict rests on a quote"
					: `${affected.length} verdicts rest on quotes`}{" "}
				that this site now reads otherwise, though the page has the same words
				<Links affected={affected} statements={statements} />. The earlier reading may be false, for
				example of raised numbers or of words that the page has struck out.
			</p>
			{children}
		</div>
	);
}

/**
 * Says which ratings a provider's limit or the analysis left no time for, and offers an analysis
 * that takes over the others.
 */
export function Unfinished({
	statements,
	children,
}: {
	statements: readonly Statement[];
	children: ReactNode;
}) {
	const affected = statements.filter(({ ratings }) => ratings.some(isUnfinished));
	if (affected.length === 0) return null;
	const missing = affected.flatMap(({ ratings }) => ratings.filter(isUnfinished));
	const providers = PROVIDERS.filter((it) => missing.some(({ provider }) => provider === it));
	return (
		<div role="note" className="mb-3 flex flex-col items-start gap-3 note px-4 py-3 text-sm">
			<p className="max-w-[68ch]">
				<strong className="font-semibold">Not finished.</strong>{" "}
				{providers.map((it) => PROVIDER_NAMES[it]).join(", ")} had no time left for{" "}
				{plural(affected.length, "statement")} of {statements.length}
				<Links affected={affected} statements={statements} />. Within a day, another analysis asks
				for these alone and keeps the other ratings.
			</p>
			{children}
		</div>
	);
}

/** The first of the statements, as links. */
function Links({
	affected,
	statements,
}: {
	affected: readonly Statement[];
	statements: readonly Statement[];
}) {
	const { search } = useLocation();
	return (
		<>
			{affected.length > 0 && ": "}
			{affected.slice(0, SHOWN).map((statement, index) => (
				<Fragment key={statement.id}>
					{index > 0 && ", "}
					<Link
						to={{ search, hash: statementAnchor(statement.id) }}
						title={statement.content}
						className="font-semibold link"
					>
						statement {placeOf(statement, statements)}
					</Link>
				</Fragment>
			))}
			{affected.length > SHOWN && ` and ${affected.length - SHOWN} more`}
		</>
	);
}

/** Its time, or its number in the report if the time is unknown. */
function placeOf(statement: Statement, statements: readonly Statement[]): string {
	const { timestamp, timestamp_source } = statement;
	if (timestamp_source === "unknown") return String(statements.indexOf(statement) + 1);
	return `at ${timestamp_source === "estimated" ? "≈" : ""}${clockTime(timestamp)}`;
}

/** Further notes are folded, because the score comes first. */
const SHOWN_AT_ONCE = 2;

/** Lists the places in the transcript that address the models that rate it. */
export function PromptInjectionPlaces({
	video,
	places,
}: {
	video: Video;
	places: readonly PromptInjection[];
}) {
	const list = (some: readonly PromptInjection[]) => (
		<ol className="flex flex-col gap-2">
			{some.map((place) => (
				<li
					key={`${place.timestamp} ${place.text}`}
					className="flex flex-wrap items-baseline gap-x-3 gap-y-1"
				>
					{place.timestamp !== null && (
						<TimeLink seconds={place.timestamp} source={place.timestamp_source} />
					)}
					<ForeignText
						as="q"
						spoken
						className="min-w-0 flex-1 basis-60 font-serif text-base break-words"
					>
						{place.text}
					</ForeignText>
				</li>
			))}
		</ol>
	);
	const more = places.slice(SHOWN_AT_ONCE);
	return (
		<section aria-labelledby="aimed" className="flex flex-col gap-3 note px-4 py-3 text-sm">
			<div>
				<h2 id="aimed" className="flex items-center gap-2 text-base font-semibold">
					<Icon name="warning" />
					{PROMPT_INJECTION_NOTE.title}
				</h2>
				<p className="max-w-[68ch]">
					{PROMPT_INJECTION_NOTE.detail}
					{!video.simulated && PROMPT_INJECTION_NOTE.told}
				</p>
			</div>
			{list(places.slice(0, SHOWN_AT_ONCE))}
			{more.length > 0 && (
				<details>
					<summary className="min-h-8 cursor-pointer py-1 font-semibold link">
						{plural(more.length, "more place")}
					</summary>
					<div className="pt-2">{list(more)}</div>
				</details>
			)}
		</section>
	);
}

/** Says that the video may have been cut or extended, and offers a fresh analysis. */
export function LengthChanged({
	change: { read, now },
	children,
}: {
	change: LengthChange;
	children: ReactNode;
}) {
	return (
		<section
			aria-labelledby="length-changed"
			className="flex flex-col items-start gap-3 note px-4 py-3 text-sm"
		>
			<div>
				<h2 id="length-changed" className="flex items-center gap-2 text-base font-semibold">
					<Icon name="warning" />
					The video’s length changed since it was read
				</h2>
				<p className="max-w-[68ch]">
					{`It was ${clockTime(read)} long and is now ${clockTime(now)}. Statements and times are those of the earlier video.`}
				</p>
			</div>
			{children}
		</section>
	);
}
