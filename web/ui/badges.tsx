import type { ReactNode } from "react";
import { BAND_SHAPES, BAND_WORDS, type Band, bandFor } from "#contract/bands.ts";
import {
	type Coverage,
	coverageWords,
	HOLLOW_TITLE,
	hollowWords,
	NO_MODEL_TITLE,
	scoreStanding,
	shownScore,
	UNVERIFIED_SIGN,
} from "#contract/score-standing.ts";
import { PROMPT_INJECTION_MARK } from "#contract/texts.ts";
import type { StatementMark } from "#contract/verdict-words.ts";
import type { Basis } from "#contract/verdicts.ts";
import type { Scope } from "#contract/video.ts";
import { Icon, type IconName } from "./icon.tsx";

type Result = {
	bs_score: number | null;
	simulated: boolean;
	basis: Basis;
	coverage: Coverage;
	scope?: Scope;
	/** Who rated the result; empty if no model did. */
	panel?: readonly unknown[];
};

/** A video's score, or without colour why there is none. */
export function ResultBadge({ result }: { result: Result }) {
	const score = shownScore(result);
	return score === null ? (
		<HollowBadge
			words={
				result.panel?.length === 0 && result.scope !== "moments"
					? NO_MODEL_TITLE
					: hollowWords(result)
			}
		/>
	) : (
		<BandBadge score={score} simulated={result.simulated} />
	);
}

/** The coverage behind a score in a list; nothing if the run asked no sources. */
export function CoverageNote({ result }: { result: Result }) {
	return scoreStanding(result) === "checked" ? (
		<span className="text-xs text-muted">{coverageWords(result.coverage)}</span>
	) : null;
}

/** Why there is no verdict, without colour. */
function HollowBadge({ words }: { words: string }) {
	return (
		<MarkBadge band={null}>
			<VerdictIcon mark={UNVERIFIED} className="size-3.5" />
			{words}
		</MarkBadge>
	);
}

/** A score as number, word and icon. */
export function BandBadge({
	score,
	simulated = false,
	of = "badge",
}: {
	score: number;
	/** A single statement has words of its own. */
	of?: "badge" | "statement";
	simulated?: boolean;
}) {
	const band = bandFor(score);
	return (
		<MarkBadge band={band} simulated={simulated}>
			<BandIcon band={band} simulated={simulated} className="size-3.5" />
			<span>
				<span className="sr-only">BS Score </span>
				{score}
			</span>
			<span>{BAND_WORDS[band][of]}</span>
		</MarkBadge>
	);
}

function MarkBadge({
	band,
	simulated = false,
	children,
}: {
	/** null: without colour. */
	band: Band | null;
	simulated?: boolean;
	children: ReactNode;
}) {
	const look =
		band === null
			? "border-dotted border-rule text-muted"
			: `whitespace-nowrap ${BAND_CLASSES[band].border} ${BAND_CLASSES[band].text} ${simulated ? "border-dashed" : ""}`;
	return (
		<span
			className={`inline-flex items-center gap-1.5 rounded-sm border bg-raised px-1.5 py-0.5 text-xs leading-5 font-semibold ${look}`}
		>
			{children}
			{simulated && <span className="sr-only">(simulated)</span>}
		</span>
	);
}

type IconProps = { simulated?: boolean; className?: string };

/** The band's shape: a check in a circle, a triangle, a cross in an octagon. */
export function BandIcon({ band, ...rest }: IconProps & { band: Band }) {
	return <VerdictIcon mark={{ band, sign: BAND_SHAPES[band].sign }} {...rest} />;
}

/** A dotted circle without colour. */
const UNVERIFIED = { band: null, sign: UNVERIFIED_SIGN };

/**
 * The verdict's shape: its band's outline with the verdict's own icon. Dotted and unfilled if
 * unverified.
 */
export function VerdictIcon({
	mark: { band, sign },
	simulated = false,
	className = "size-4",
}: IconProps & { mark: { band: Band | null; sign: string } }) {
	const stroke = band === null ? "stroke-muted" : BAND_CLASSES[band].stroke;
	const hollow = simulated || band === null;
	return (
		<svg
			viewBox="-0.5 -0.5 17 17"
			aria-hidden="true"
			data-band={band ?? undefined}
			className={`inline-block shrink-0 ${className}`}
			strokeLinecap="round"
			strokeLinejoin="round"
		>
			<path
				d={BAND_SHAPES[band ?? "factual"].outline}
				className={`${hollow ? "fill-raised" : BAND_CLASSES[band].fill} ${stroke}`}
				strokeWidth={1.2}
				strokeDasharray={band === null ? "0.1 2.65" : simulated ? "2.4 1.8" : undefined}
			/>
			<path
				d={sign}
				className={`fill-none ${hollow ? stroke : "stroke-raised"}`}
				strokeWidth={1.9}
			/>
		</svg>
	);
}

/** Complete class names, so that Tailwind finds them. */
export const BAND_CLASSES: Record<
	Band,
	{ text: string; fill: string; stroke: string; border: string }
> = {
	factual: {
		text: "text-factual",
		fill: "fill-factual",
		stroke: "stroke-factual",
		border: "border-factual",
	},
	moderate: {
		text: "text-moderate",
		fill: "fill-moderate",
		stroke: "stroke-moderate",
		border: "border-moderate",
	},
	high: { text: "text-high", fill: "fill-high", stroke: "stroke-high", border: "border-high" },
};

/** A video's verdict in large type: the band's words, or why there is no verdict. */
export function ResultVerdict({ result }: { result: Result }) {
	const { simulated } = result;
	const score = shownScore(result);
	const band = score === null ? null : bandFor(score);
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
					{result.panel?.length === 0 ? NO_MODEL_TITLE : HOLLOW_TITLE}
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
	/** null if it is unverified. */
	score: number | null;
	simulated?: boolean;
}) {
	const { band, words } = mark;
	if (band === null || score === null) return <HollowBadge words={words} />;
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
