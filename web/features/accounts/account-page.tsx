import { type ReactNode, Suspense, useId, useState } from "react";
import { Link } from "react-router-dom";
import type { User } from "#contract/account.ts";
import { keys } from "#web/api/keys.ts";
import { useMe } from "#web/api/use-session.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";
import { useAuth } from "./auth-context.ts";
import { KeyList } from "./settings/api-keys.tsx";
import { DeleteAccount } from "./settings/delete-account.tsx";
import { PasswordForm } from "./settings/password-form.tsx";
import { CommunityChoice, ProfileForm } from "./settings/profile-form.tsx";
import { SessionList } from "./settings/session-list.tsx";
import { SignInRequired } from "./sign-in-required.tsx";

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
						text="Your account and its data are deleted. The analyses you started remain, without your name."
					>
						<Link to={paths.home()} className={buttonClass("secondary")}>
							Go Home
						</Link>
					</EmptyState>
				</div>
			)}
			{user === null && !deleted && (
				<SignInRequired text="Your profile, password, devices and API keys. Only you can see this page." />
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

/** Few members use webhooks, so the code is loaded separately. */
const WebhookPanel = lazyComponent(
	async () => (await import("#web/features/webhooks/webhook-panel.tsx")).WebhookPanel,
);

const SecondFactor = lazyComponent(
	async () => (await import("./settings/second-factor.tsx")).SecondFactor,
);

/** Everything about the member's own account. */
export function AccountView({
	user,
	onChanged,
	onDeleted,
}: {
	user: User;
	/** Called after a change, because name and picture are also shown elsewhere on the page. */
	onChanged: () => Promise<void>;
	onDeleted: () => Promise<void>;
}) {
	const { data: me, error, mutate } = useMe(user);
	if (me === undefined) {
		return error === undefined ? (
			<Skeleton className="h-96 w-full" />
		) : (
			<ProblemNotice detail={error.message} />
		);
	}
	const saved = () => Promise.all([mutate(), onChanged()]);
	return (
		<div>
			<AccountSection title="Profile">
				<ProfileForm me={me} onSaved={saved} />
			</AccountSection>
			<AccountSection
				title="Password"
				about={
					me.has_password
						? "Changing it signs you out on every other device and deletes your API keys and webhook secret."
						: "You signed up with Google. Set a password to sign in by email too."
				}
			>
				<PasswordForm me={me} onSaved={saved} />
			</AccountSection>
			<AccountSection
				title="Second factor"
				about={
					me.needs_second_factor
						? "You need one for the team's pages. You then sign in with your password and a code."
						: "You then sign in with your password and a code from an app on your phone."
				}
			>
				<Suspense fallback={<Skeleton className="h-24 w-full" />}>
					<SecondFactor me={me} onSaved={saved} />
				</Suspense>
			</AccountSection>
			<AccountSection
				title="Where you are signed in"
				about="Sign out any device you do not recognize or no longer use."
			>
				<SessionList />
			</AccountSection>
			<AccountSection title="API keys" about="A key lets a program act as you here, or only read.">
				<KeyList />
			</AccountSection>
			<AccountSection
				title="Webhooks"
				about="We notify your server when an analysis that your program requested ends."
			>
				<Suspense fallback={<Skeleton className="h-24 w-full" />}>
					<WebhookPanel />
				</Suspense>
			</AccountSection>
			<AccountSection
				title="Community"
				about="The leaderboard and recent activity show members by name."
			>
				<CommunityChoice me={me} onSaved={saved} />
			</AccountSection>
			<AccountSection title="Your data" about="The data of your account, in one JSON file.">
				<a href={`${keys.me}/export`} download className={buttonClass("secondary")}>
					Export My Data
				</a>
			</AccountSection>
			<AccountSection title="Delete my account">
				<DeleteAccount me={me} onDeleted={onDeleted} />
			</AccountSection>
		</div>
	);
}

/** One section of the account page: a topic and its actions. */
function AccountSection({
	title,
	about,
	children,
}: {
	title: string;
	about?: ReactNode;
	children: ReactNode;
}) {
	const id = useId();
	return (
		<section
			aria-labelledby={id}
			className="grid gap-x-10 gap-y-4 border-t border-line py-8 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
		>
			<div>
				<h2 id={id} className="font-serif text-xl font-semibold">
					{title}
				</h2>
				{about !== undefined && <p className="mt-1 max-w-[48ch] text-sm text-muted">{about}</p>}
			</div>
			<div className="flex min-w-0 max-w-xl flex-col items-start gap-4">{children}</div>
		</section>
	);
}
