import { Link, useLocation, useParams } from "react-router-dom";
import useSWR from "swr";
import { formatUtcDate } from "#contract/format.ts";
import { NOTICE_KINDS, NOTICE_OUTCOMES } from "#contract/notice-words.ts";
import type { Notice } from "#contract/notices.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { CopyField } from "#web/ui/copy-field.tsx";
import { FactRows } from "#web/ui/fact-list.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, Loading } from "#web/ui/view-states.tsx";

/** One notice and its answer, for anyone who has its number. */
export function NoticePage() {
	const { number = "" } = useParams();
	useDocumentTitle("Your notice");
	const { data, error, mutate } = useSWR<Notice, ApiProblem>(
		`/api/notices/${encodeURIComponent(number)}`,
	);
	return (
		<div className="page-width flex min-h-dvh flex-col gap-8 py-8 sm:py-14">
			<PageHeading>Your notice</PageHeading>
			{data ? (
				<Shown notice={data} />
			) : error?.status === 404 ? (
				<EmptyState
					title="No such notice"
					text="Compare the address with the one that you were given when you sent it."
				/>
			) : (
				<Loading problem={error} retry={mutate} className="h-60" />
			)}
		</div>
	);
}

function Shown({ notice: { kind, path, text, sent_at, answer } }: { notice: Notice }) {
	const { state, pathname } = useLocation();
	const is_new = Boolean((state as { is_new?: boolean } | null)?.is_new);
	return (
		<div className="flex max-w-2xl flex-col gap-8">
			<section aria-labelledby="answer" className="flex flex-col gap-2">
				<h2 id="answer" className="heading">
					{answer ? `Answered: ${NOTICE_OUTCOMES[answer.outcome]}` : "Not answered yet"}
				</h2>
				{answer ? (
					<>
						<ForeignText as="p" className="whitespace-pre-line">
							{answer.text}
						</ForeignText>
						<p className="text-sm text-muted">{formatUtcDate(answer.answered_at)}</p>
					</>
				) : (
					<p role={is_new ? "status" : undefined}>
						{is_new && "We have your notice. "}The answer appears here. Keep this address: nobody
						else knows it, and we cannot send it again.
					</p>
				)}
			</section>
			<CopyField
				label="Address of this page"
				text={window.location.origin + pathname}
				what="address"
			/>
			<section aria-labelledby="sent" className="flex flex-col gap-2">
				<h2 id="sent" className="heading">
					What you sent
				</h2>
				<FactRows
					rows={[
						["What is wrong", NOTICE_KINDS[kind]],
						[
							"About",
							<Link key="about" to={path} className="link wrap-anywhere">
								{path}
							</Link>,
						],
						["Sent", formatUtcDate(sent_at)],
					]}
				/>
				<ForeignText as="p" className="whitespace-pre-line">
					{text}
				</ForeignText>
			</section>
		</div>
	);
}
