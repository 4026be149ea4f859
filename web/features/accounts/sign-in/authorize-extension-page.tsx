import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { ExtensionCodeAnswer } from "#contract/extension.ts";
import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";
import { useAuth } from "../auth-context.ts";
import { SignInRequired } from "../sign-in-required.tsx";

/** The page that the browser extension opens: the member decides whether it may act for them. */
export function AuthorizeExtensionPage() {
	useDocumentTitle("Sign in to the extension");
	const { user } = useAuth();
	return (
		<div className="page-width flex flex-col items-start gap-4 py-12 sm:py-16">
			<PageHeading>Sign in to the extension</PageHeading>
			{user === undefined && <Skeleton className="h-40 w-full" />}
			{user === null && (
				<SignInRequired text="Sign in first. Then you decide whether the browser extension may act for you." />
			)}
			{user && <AllowExtension email={user.email} />}
		</div>
	);
}

const ASKED = ["redirect_uri", "code_challenge", "code_challenge_method", "state"] as const;

function AllowExtension({ email }: { email: string }) {
	const [query] = useSearchParams();
	const submission = useSubmit();
	const [left, setLeft] = useState(false);
	const allow = () =>
		void submission.run(async () => {
			const body = Object.fromEntries(
				ASKED.flatMap((name) => {
					const value = query.get(name);
					return value === null ? [] : [[name, value]];
				}),
			);
			const { redirect_to } = await post<ExtensionCodeAnswer>("/api/extension/codes", body);
			setLeft(true);
			window.location.assign(redirect_to);
		});
	if (!query.has("code_challenge") || !query.has("redirect_uri"))
		return (
			<ProblemNotice detail="This page is opened by the browser extension. Press Sign In there." />
		);
	return (
		<div className="flex max-w-[60ch] flex-col items-start gap-4">
			<p>
				The BS Detector extension in this browser asks to act as{" "}
				<strong className="inline-block font-semibold [overflow-wrap:anywhere]">{email}</strong>. It
				can then start analyses, vote, and send captions for you. It never sees your password.
			</p>
			<p className="text-muted">
				Only allow this if you have just pressed Sign In in the extension. You can revoke it at any
				time under API keys in{" "}
				<Link to={paths.account()} className="underline underline-offset-4">
					your account
				</Link>
				.
			</p>
			{submission.error !== null && <ProblemNotice detail={submission.error} />}
			{left ? (
				<p role="status">Allowed. You can close this window.</p>
			) : (
				<Button variant="primary" busy={submission.busy} onClick={allow}>
					{submission.busy ? "One moment…" : "Allow"}
				</Button>
			)}
		</div>
	);
}
