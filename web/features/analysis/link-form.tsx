import { type RefObject, type SubmitEvent, useId } from "react";
import { useNavigate } from "react-router-dom";
import { clockTime } from "#contract/format.ts";
import type { Sample } from "#contract/site.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { useStart } from "./analyze-context.ts";

/** One field for a link; the server's messages are shown under it. */
export function LinkForm({
	field,
	url,
	onUrl,
}: {
	field: RefObject<HTMLInputElement | null>;
	url: string;
	onUrl: (url: string) => void;
}) {
	const id = useId();
	const navigate = useNavigate();
	const { busy, refusal, start } = useStart();

	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (busy) return;
		const outcome = await start({ url });
		if (outcome.kind === "exists") navigate(paths.results(outcome.video_id));
		if (outcome.kind === "refused") field.current?.focus();
	}

	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-2">
			<label htmlFor={id} className="font-semibold">
				YouTube link
			</label>
			<div className="flex flex-col gap-3 sm:flex-row sm:gap-0">
				<input
					id={id}
					ref={field}
					type="url"
					name="url"
					inputMode="url"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					placeholder="https://www.youtube.com/watch?v=…"
					value={url}
					onChange={(event) => onUrl(event.target.value)}
					aria-invalid={refusal !== null || undefined}
					aria-describedby={refusal === null ? undefined : `${id}-refusal`}
					className="h-14 min-w-0 grow rounded-md border-2 border-ink bg-raised px-4 text-lg placeholder:text-muted sm:rounded-r-none"
				/>
				<Button
					type="submit"
					variant="primary"
					busy={busy}
					className="h-14 border-2 px-6 text-lg sm:rounded-l-none"
				>
					{busy ? "Starting…" : "Analyze Video"}
				</Button>
			</div>
			<div id={`${id}-refusal`} role="alert">
				{refusal !== null && <p className="font-semibold">{refusal}</p>}
			</div>
			<noscript>
				<p>You need JavaScript to analyze a video. You can read reports without it.</p>
			</noscript>
		</form>
	);
}

/** The sample videos of demo mode; a click puts one into the field. */
export function SamplePicker({
	samples,
	chosen,
	onChoose,
}: {
	samples: Sample[];
	/** The link in the field. */
	chosen: string;
	onChoose: (url: string) => void;
}) {
	if (samples.length === 0) return null;
	return (
		<div className="flex flex-col gap-2">
			<p className="text-sm text-muted">No link? Try a sample, written for this demo:</p>
			<ul className="flex flex-col border-t border-line">
				{samples.map((sample) => (
					<li key={sample.id} className="border-b border-line">
						<button
							type="button"
							aria-pressed={chosen === sample.url}
							onClick={() => onChoose(sample.url)}
							className="flex min-h-11 w-full items-center justify-between gap-4 px-2 py-1.5 text-left hover:bg-sunken aria-pressed:bg-sunken aria-pressed:font-semibold"
						>
							<span className="font-serif">{sample.title}</span>
							<span className="text-sm text-muted">{clockTime(sample.duration)}</span>
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}
