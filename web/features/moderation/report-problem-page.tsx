import { useId } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { MAX_LINK_CHARS, MAX_NOTICE_CHARS } from "#contract/limits.ts";
import { NOTICE_KINDS } from "#contract/notice-words.ts";
import type { NewNoticeAnswer } from "#contract/notices.ts";
import { post } from "#web/api/request.ts";
import { useHealth } from "#web/api/use-site.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, SubmitNote, TextArea, TextField } from "#web/ui/form-fields.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";

/** Where anyone reports a problem with a page of this site to its team. */
export function ReportProblemPage() {
	useDocumentTitle("Report a problem");
	const [params] = useSearchParams();
	const navigate = useNavigate();
	const submission = useSubmit();
	const title = useId();
	const mails = useHealth()?.mail ?? false;
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-14">
			<div className="flex max-w-[60ch] flex-col gap-4">
				<PageHeading>
					<span id={title}>Report a problem</span>
				</PageHeading>
				<p className="text-muted">
					This site’s team reads it and answers on a page that only you know. You need no account.
					If a rating is wrong, vote or dispute it on its report instead.
				</p>
			</div>
			<form
				noValidate
				aria-labelledby={title}
				className="flex max-w-xl flex-col gap-4"
				onSubmit={submission.onSubmit(async (text) => {
					const email = text("email").trim();
					const sent = await post<NewNoticeAnswer>("/api/notices", {
						kind: text("kind"),
						url: text("url"),
						text: text("text"),
						...(email !== "" && { email }),
					});
					await navigate(sent.page, { state: { is_new: true } });
				})}
			>
				<SelectField label="What is wrong?" name="kind" options={NOTICE_KINDS} />
				<TextField
					label="Address of the report or statement on this site"
					name="url"
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					maxLength={MAX_LINK_CHARS}
					defaultValue={params.get("about") ?? ""}
					message={submission.fields.url}
				/>
				<TextArea
					label="What should we know?"
					name="text"
					rows={6}
					maxLength={MAX_NOTICE_CHARS}
					message={submission.fields.text}
				/>
				<TextField
					label="Your email address (optional)"
					name="email"
					type="email"
					autoComplete="email"
					autoCapitalize="none"
					spellCheck={false}
					message={submission.fields.email}
					hint={
						mails
							? "We write to it when there is an answer, and delete it 90 days later."
							: "This site sends no email; its team may write to you. We delete it 90 days after the answer."
					}
				/>
				<Button type="submit" variant="primary" busy={submission.busy} className="sm:self-start">
					Send
				</Button>
				<SubmitNote submission={submission} />
			</form>
		</div>
	);
}
