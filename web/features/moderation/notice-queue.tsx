import { useState } from "react";
import { Link } from "react-router-dom";
import { readReportPath } from "#contract/addresses.ts";
import { formatDate } from "#contract/format.ts";
import { MAX_NOTICE_CHARS } from "#contract/limits.ts";
import { NOTICE_KINDS, NOTICE_OUTCOMES } from "#contract/notice-words.ts";
import type { NoticeOutcome, ReviewNotice, ReviewNotices } from "#contract/notices.ts";
import { withCursor } from "#web/api/keys.ts";
import { post } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { useFreshSignIn } from "#web/features/accounts/use-fresh-sign-in.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { SelectField, SubmitNote, TextArea } from "#web/ui/form-fields.tsx";
import { REVIEW_LINK, ReviewCard, ReviewQueue } from "#web/ui/review-queue.tsx";

type State = "waiting" | "answered";

const STATES: { id: State; label: string }[] = [
	{ id: "waiting", label: "Waiting" },
	{ id: "answered", label: "Answered" },
];

const NOTHING: Record<State, { title: string; text: string }> = {
	waiting: { title: "No notices wait", text: "Problems that people report appear here." },
	answered: { title: "Nothing answered", text: "Notices that you have answered appear here." },
};

/** The problems that people report, for admins to answer. */
export function NoticeQueue({
	chosen,
	member_id,
	onState,
}: {
	/** The state that the address names. */
	chosen: string | null;
	member_id: string;
	onState: (state: State) => void;
}) {
	const state: State = chosen === "answered" ? "answered" : "waiting";
	const { pages, ...list } = usePages<ReviewNotices>(
		(cursor) => withCursor("/api/admin/notices", cursor, { state }),
		member_id,
	);
	return (
		<ReviewQueue
			label="Notices by state"
			states={STATES}
			state={state}
			nothing={NOTHING}
			items={pages?.flatMap(({ notices }) => notices)}
			list={list}
			outcome={{ ref: null }}
			onState={onState}
		>
			{(notice) => <NoticeCard key={notice.number} notice={notice} onAnswered={list.reload} />}
		</ReviewQueue>
	);
}

/** The takedown form, filled with what the notice is about. */
function takedownOf(path: string): string {
	const address = readReportPath(path);
	const subject =
		address?.statement_id != null
			? { kind: "statement", id: address.statement_id }
			: { kind: "video", id: address?.video_id ?? "" };
	return `/admin?${new URLSearchParams({ view: "hidden", ...subject })}`;
}

function NoticeCard({ notice, onAnswered }: { notice: ReviewNotice; onAnswered: () => unknown }) {
	const { number, kind, path, text, email, sent_at, answer } = notice;
	const [reply, setReply] = useState(answer?.text ?? "");
	const [outcome, setOutcome] = useState<NoticeOutcome>(answer?.outcome ?? "no_change");
	const submission = useSubmit();
	const withFreshSignIn = useFreshSignIn();
	const title = `notice-${number}`;
	return (
		<ReviewCard
			id={title}
			title={NOTICE_KINDS[kind]}
			below={
				<Link to={path} className={REVIEW_LINK}>
					<span className="wrap-anywhere">{path}</span>
				</Link>
			}
			facts={[
				["Says", <ForeignText key="text">{text}</ForeignText>],
				["Address", email],
				["Sent", formatDate(sent_at)],
				["Answered", answer && formatDate(answer.answered_at)],
			]}
		>
			<Link to={takedownOf(path)} className={REVIEW_LINK}>
				Take something down
			</Link>
			<SelectField
				label="What followed"
				options={NOTICE_OUTCOMES}
				value={outcome}
				onChange={(event) => setOutcome(event.target.value as NoticeOutcome)}
			/>
			<TextArea
				label="Answer, which the sender reads"
				maxLength={MAX_NOTICE_CHARS / 2}
				value={reply}
				onChange={(event) => setReply(event.target.value)}
				message={submission.fields.text}
			/>
			<Button
				busy={submission.busy}
				aria-describedby={title}
				className="self-start"
				onClick={() =>
					void submission
						.run(() =>
							withFreshSignIn(() => post("/api/admin/notices", { number, outcome, text: reply })),
						)
						.then((done) => done && onAnswered())
				}
			>
				{answer ? "Answer Again" : "Answer"}
			</Button>
			<SubmitNote submission={submission} done="The answer is on the notice’s page." />
		</ReviewCard>
	);
}
