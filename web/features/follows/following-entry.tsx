import { type FormEvent, useId, useState } from "react";
import { Link } from "react-router-dom";
import { watchUrl } from "#contract/addresses.ts";
import type { FollowingItem, RatedAs } from "#contract/follows.ts";
import { inQuotes } from "#contract/format.ts";
import { statementMark } from "#contract/verdict-words.ts";
import { useStart } from "#web/features/analysis/analyze-context.ts";
import { paths } from "#web/paths.ts";
import { CoverageNote, ResultBadge, StatementBadge } from "#web/ui/badges.tsx";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { formatRelativeDay } from "#web/ui/format.ts";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { parseTimestamp } from "#web/ui/parse-timestamp.ts";

const WORDS: Record<FollowingItem["kind"], string> = {
	upload: "New video, not checked yet",
	result: "Checked",
	verdict_moved: "A verdict moved",
	evidence_lost: "Evidence lost",
	said_again: "Said again",
};

const TITLE =
	"font-serif text-lg leading-snug font-semibold text-ink link [overflow-wrap:anywhere]";

/** One thing that happened, and what can be done about it. */
export function FollowingEntry({ item, simulated }: { item: FollowingItem; simulated: boolean }) {
	const { kind, video, statement, before, after } = item;
	const unchecked = kind === "upload" && video.result === null;
	const title = <ForeignText>{video.title || "Untitled video"}</ForeignText>;
	return (
		<li className="flex flex-col gap-1.5 border-t border-line py-4 first:border-t-0">
			<p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
				<strong className="font-semibold text-ink">
					{kind === "upload" && !unchecked ? "New video" : WORDS[kind]}
				</strong>
				<time dateTime={item.published_at ?? item.at}>
					{formatRelativeDay(item.published_at ?? item.at)}
				</time>
			</p>
			{before && after && (
				<p className="flex flex-wrap items-center gap-2">
					<Rated rated={before} simulated={simulated} />
					<span aria-hidden="true">→</span>
					<span className="sr-only">became</span>
					<Rated rated={after} simulated={simulated} />
				</p>
			)}
			{statement && (
				<Link to={item.path} className="max-w-[68ch] self-start font-serif text-lg link">
					<ForeignText>{inQuotes(statement.content)}</ForeignText>
				</Link>
			)}
			<p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-muted">
				{unchecked ? (
					<OutsideLink href={watchUrl(video.id)} className={TITLE}>
						{title}
					</OutsideLink>
				) : (
					<Link
						to={paths.results(video.id)}
						className={statement ? "inline-block min-h-6 link [overflow-wrap:anywhere]" : TITLE}
					>
						{title}
					</Link>
				)}
				<ForeignText>{video.channel_name}</ForeignText>
			</p>
			{video.result && !statement && (
				<p className="flex flex-wrap items-center gap-x-3">
					<ResultBadge result={{ ...video.result, simulated }} />
					<CoverageNote result={{ ...video.result, simulated }} />
				</p>
			)}
			{kind === "evidence_lost" && (
				<p className="text-sm text-muted">
					Pages that the verdict rested on have changed, were retracted or are gone. A fresh
					analysis checks it again.
				</p>
			)}
			{unchecked && <CheckUpload video_id={video.id} />}
		</li>
	);
}

function Rated({ rated, simulated }: { rated: RatedAs; simulated: boolean }) {
	const mark = statementMark({ ...rated, unverified_reason: null });
	return <StatementBadge mark={mark} score={rated.ai_score} simulated={simulated} />;
}

/** Checks a new video, or one moment of it. */
function CheckUpload({ video_id }: { video_id: string }) {
	const { busy, refusal, start } = useStart();
	const [asks_moment, setAsksMoment] = useState(false);
	const [unreadable, setUnreadable] = useState(false);
	const field = useId();

	function checkMoment(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		const at = parseTimestamp(String(new FormData(event.currentTarget).get("at") ?? ""));
		setUnreadable(at === null);
		if (at !== null) void start({ url: watchUrl(video_id), at });
	}

	return (
		<div className="flex flex-col items-start gap-2">
			<div className="flex flex-wrap gap-2">
				<Button busy={busy} onClick={() => void start({ url: watchUrl(video_id) })}>
					{busy ? "Starting…" : "Check"}
				</Button>
				<Button aria-expanded={asks_moment} onClick={() => setAsksMoment(!asks_moment)}>
					Check a moment
				</Button>
			</div>
			{asks_moment && (
				<form onSubmit={checkMoment} noValidate className="flex flex-wrap items-end gap-2">
					<label htmlFor={field} className="flex flex-col gap-1 text-sm font-semibold">
						When was it said?
						<input
							id={field}
							name="at"
							type="text"
							inputMode="text"
							autoComplete="off"
							placeholder="12:34"
							aria-invalid={unreadable || undefined}
							className="h-11 w-32 rounded-md border border-rule bg-raised px-3 text-base font-normal"
						/>
					</label>
					<Button type="submit" variant="primary" busy={busy}>
						Check This Moment
					</Button>
				</form>
			)}
			{(unreadable || refusal !== null) && (
				<p role="alert" className="text-sm font-semibold">
					{unreadable ? "Enter a time such as 12:34 or 1:02:03." : refusal}
				</p>
			)}
		</div>
	);
}
