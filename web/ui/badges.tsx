import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { hollowTitle, isVerdict, scoreStanding } from "#contract/score-standing.ts";
import { PROMPT_INJECTION_MARK } from "#contract/texts.ts";
import type { StatementMark } from "#contract/verdict-words.ts";
import {
	BAND_CLASSES,
	BandBadge,
	BandIcon,
	HollowBadge,
	MarkBadge,
	type Result,
	UNVERIFIED,
	VerdictIcon,
} from "./band-badge.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** A video's verdict in large type: the band's words, or why there is no verdict. */
export function ResultVerdict({ result }: { result: Result }) {
	const { bs_score, simulated } = result;
	const standing = scoreStanding(result);
	const band = isVerdict(standing) ? bandFor(bs_score) : null;
	return (
		<p
			className={`flex items-center justify-center gap-2 font-serif font-semibold ${band ? `text-xl ${BAND_CLASSES[band].text}` : "text-muted sm:text-lg"}`}
		>
			{band ? (
				<>
					<BandIcon band={band} simulated={simulated} className="size-6" />
					{BAND_WORDS[band].video}
				</>
			) : (
				<>
					<VerdictIcon mark={UNVERIFIED} className="size-6" />
					{hollowTitle(standing)}
				</>
			)}
		</p>
	);
}

/** A statement's verdict, with its score if it has one. */
export function StatementBadge({
	mark,
	score,
	simulated = false,
}: {
	mark: StatementMark;
	score: number;
	simulated?: boolean;
}) {
	const { band, words } = mark;
	if (band === null) return <HollowBadge words={words} />;
	if (band === mark.key) return <BandBadge of="statement" score={score} simulated={simulated} />;
	return (
		<MarkBadge band={band} simulated={simulated}>
			<VerdictIcon mark={mark} simulated={simulated} className="size-3.5" />
			{words}
			<span>
				<span className="sr-only">BS Score </span>
				{score}
			</span>
		</MarkBadge>
	);
}

/** Marks a statement whose words address the AI that rates it. */
export function PromptInjectionMark() {
	return (
		<span className="inline-flex items-center gap-1 text-sm font-semibold">
			<Icon name="warning" />
			{PROMPT_INJECTION_MARK}
		</span>
	);
}

/** A status as a word and an icon. It has no colour, because colour is reserved for scores. */
export function StatusBadge({ word, icon }: { word: string; icon: IconName }) {
	return (
		<span className="inline-flex items-center gap-1.5 rounded-sm border border-rule bg-raised px-2 py-0.5 text-sm leading-6 font-semibold whitespace-nowrap">
			<Icon name={icon} />
			{word}
		</span>
	);
}

/** Marks a score that no AI model gave, by word and texture. */
export function SimulatedBadge({ className = "" }: { className?: string }) {
	return (
		<span
			className={`inline-flex items-center gap-1.5 text-xs font-semibold text-muted ${className}`}
		>
			<span aria-hidden="true" className="hatched inline-block h-3 w-5 border border-current" />
			Simulated
		</span>
	);
}
