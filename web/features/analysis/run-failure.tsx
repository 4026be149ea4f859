import { type SubmitEvent, useId } from "react";
import type { RunError } from "#contract/problem.ts";
import { Button } from "#web/ui/button.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";
import { type GivenTranscript, TranscriptForm } from "./transcript-form.tsx";

/** A run without a result: the reason and every way to continue. */
export function RunFailure({
	title,
	detail,
	transcript_wanted,
	tracks,
	videoId,
	duration,
	refusal,
	busy,
	retry = "Try Again",
	onRetry,
	onTranscript,
	onLanguage,
}: {
	title: string;
	detail: string;
	transcript_wanted: boolean;
	/** The captions of which the visitor has to say which language is spoken. */
	tracks?: RunError["tracks"];
	/** The video that a pasted transcript belongs to. */
	videoId: string;
	/** Its length in seconds; null if unknown. */
	duration: number | null;
	/** Why the last attempt to continue was refused. */
	refusal: string | null;
	busy: boolean;
	/** The words of the button that starts an analysis. */
	retry?: string;
	onRetry: () => void;
	onTranscript: (given: GivenTranscript) => void;
	onLanguage: (language: string) => void;
}) {
	return (
		<div className="flex flex-col gap-5">
			<ProblemNotice {...(title === detail ? {} : { title })} detail={detail} />
			{refusal !== null && (
				<p role="alert" className="font-semibold">
					{refusal}
				</p>
			)}
			{tracks !== undefined && (
				<LanguageForm
					languages={[...new Set(tracks.map(({ language }) => language))]}
					busy={busy}
					onLanguage={onLanguage}
				/>
			)}
			{transcript_wanted && (
				<TranscriptForm
					videoId={videoId}
					duration={duration}
					busy={busy}
					onTranscript={onTranscript}
				/>
			)}
			<Button
				variant={transcript_wanted ? "secondary" : "primary"}
				busy={busy}
				onClick={onRetry}
				className="self-start"
			>
				{retry}
			</Button>
		</div>
	);
}

function LanguageForm({
	languages,
	busy,
	onLanguage,
}: {
	languages: readonly string[];
	busy: boolean;
	onLanguage: (language: string) => void;
}) {
	const id = useId();
	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const chosen = new FormData(event.currentTarget).get("language");
		if (typeof chosen === "string" && !busy) onLanguage(chosen);
	}
	return (
		<form onSubmit={submit} className="flex flex-col items-start gap-2">
			<label htmlFor={id} className="font-semibold">
				Language that is spoken
			</label>
			<div className="flex max-w-full flex-wrap gap-3">
				<select
					id={id}
					name="language"
					className="min-h-11 max-w-full rounded-md border border-line bg-raised px-2 hover:border-ink"
				>
					{languages.map((language) => (
						<option key={language} value={language}>
							{languageName(language)}
						</option>
					))}
				</select>
				<Button type="submit" variant="primary" busy={busy}>
					Read These Captions
				</Button>
			</div>
		</form>
	);
}

function languageName(tag: string): string {
	try {
		return new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
	} catch {
		return tag;
	}
}
