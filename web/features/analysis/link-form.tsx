import { type RefObject, type SubmitEvent, Suspense, useId } from "react";
import { useNavigate } from "react-router-dom";
import { useAuth } from "#web/features/accounts/auth-context.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { useStart } from "./analyze-context.ts";

const MomentOffer = lazyComponent(
	async () => (await import("./moment-offer.tsx")).MomentOffer,
	undefined,
	{ missing: null },
);

/** A link that names a time. */
const TIMED = /[?&#](t|start)=\d/;

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
	const { user } = useAuth();

	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (busy) return;
		const outcome = await start({ url }, { in_field: true });
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
					placeholder="https://youtu.be/…"
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
			{/* The page is the same for everyone: what a member does not need keeps its place. */}
			<p className={`text-sm text-muted ${user ? "invisible" : ""}`}>
				Analyzing a video needs an account. Reading does not.
			</p>
			<div id={`${id}-refusal`} role="alert">
				{refusal !== null && <p className="font-semibold">{refusal}</p>}
			</div>
			{TIMED.test(url) && (
				<Suspense fallback={null}>
					<MomentOffer key={url} url={url} />
				</Suspense>
			)}
			<noscript>
				<p>You need JavaScript to analyze a video. You can read reports without it.</p>
			</noscript>
		</form>
	);
}
