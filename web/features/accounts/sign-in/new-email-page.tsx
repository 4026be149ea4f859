import { Link } from "react-router-dom";
import { useSWRConfig } from "swr";
import type { User } from "#contract/account.ts";
import type { Me } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";
import { useAuth } from "../auth-context.ts";
import { SignInRequired } from "../sign-in-required.tsx";
import { Finished, LINK_CODES } from "./mail-link-pages.tsx";
import { MailedPage } from "./mailed-code.tsx";

/** The page that the link in the mail to a new address opens. */
export function ConfirmNewEmailPage() {
	useDocumentTitle("Confirm your new address");
	const { user } = useAuth();
	return (
		<div className="page-width flex flex-col items-start gap-4 py-12 sm:py-16">
			<PageHeading>Confirm your new address</PageHeading>
			{user === undefined ? (
				<Skeleton className="h-24 w-full" />
			) : user === null ? (
				<SignInRequired text="Sign in with your old address to confirm the new one." />
			) : (
				<MailedPage key={user.id} exchange={{ path: LINK_CODES, purpose: "change" }} is_new_email>
					{({ token }) => <ConfirmNewEmail token={token} user={user} />}
				</MailedPage>
			)}
		</div>
	);
}

/** Changes the address on a click. Loading the page does not, because mail scanners follow links. */
function ConfirmNewEmail({ token, user }: { token: string; user: User }) {
	const { refreshUser } = useAuth();
	const { mutate } = useSWRConfig();
	const { busy, done, error, run } = useSubmit();
	const confirm = () =>
		run(async () => {
			await mutate(keys.me, await post<Me>(`${keys.me}/email`, { token }), { revalidate: false });
			await refreshUser();
		});
	if (done)
		return (
			<Finished
				text={`Your email address is now ${user.email}. Every other device is signed out.`}
				path={paths.account()}
				label="Your Account"
			/>
		);
	return (
		<>
			<p>
				You are signed in as <strong className="font-semibold wrap-anywhere">{user.email}</strong>.
				Press the button to use your new address instead.
			</p>
			{error !== null && (
				<ProblemNotice detail={error}>
					<Link to={paths.account()} className={buttonClass("secondary")}>
						Your Account
					</Link>
				</ProblemNotice>
			)}
			<Button variant="primary" busy={busy} onClick={confirm}>
				{busy ? "One moment…" : "Confirm My New Address"}
			</Button>
		</>
	);
}
