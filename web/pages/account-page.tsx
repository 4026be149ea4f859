import { useState } from "react";
import { Link } from "react-router-dom";
import { AccountView } from "#web/features/account/account-view.tsx";
import { useAuth } from "#web/features/auth/auth-context.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SignInRequired } from "./sign-in-required.tsx";

/** The member's own account. */
export function AccountPage() {
	useDocumentTitle("Your account");
	const { user, refreshUser } = useAuth();
	const [deleted, setDeleted] = useState(false);
	return (
		<div className="page-width flex flex-col gap-6 py-8 sm:py-12">
			<PageHeading>Your Account</PageHeading>
			{user === undefined && <Skeleton className="h-96 w-full" />}
			{user === null && deleted && (
				<div role="status">
					<EmptyState
						title="Your account is deleted"
						text="Nothing that names you is stored here any more. The analyses you started stay, without a trace of who did."
					>
						<Link to={paths.home()} className={buttonClass("secondary")}>
							Go Home
						</Link>
					</EmptyState>
				</div>
			)}
			{user === null && !deleted && (
				<SignInRequired text="Your name, password, sessions and keys are shown to you alone." />
			)}
			{user && (
				<AccountView
					key={user.id}
					user={user}
					onChanged={refreshUser}
					onDeleted={async () => {
						setDeleted(true);
						await refreshUser();
					}}
				/>
			)}
		</div>
	);
}
