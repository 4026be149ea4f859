import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { User } from "#contract/account.ts";
import type { Me } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { useMe } from "#web/api/use-session.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PasswordField, SubmitNote } from "#web/ui/form-fields.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, Loading, Skeleton } from "#web/ui/view-states.tsx";
import { useAuth } from "./auth-context.ts";
import { KeyList } from "./settings/api-keys.tsx";
import { EmailAddress } from "./settings/email-address.tsx";
import { CommunityChoice, PasswordForm, ProfileForm } from "./settings/profile-forms.tsx";
import { SessionList } from "./settings/session-list.tsx";
import { SignInRequired } from "./sign-in-required.tsx";
import { useFreshSignIn } from "./use-fresh-sign-in.ts";

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

const WeeklyMailChoice = lazyComponent(
	async () => (await import("./settings/weekly-mail-choice.tsx")).WeeklyMailChoice,
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
	if (me === undefined) return <Loading problem={error} className="h-96 w-full" />;
	const saved = () => Promise.all([mutate(), onChanged()]);
	return (
		<div>
			<AccountSection title="Profile">
				<ProfileForm me={me} onSaved={saved} />
			</AccountSection>
			<AccountSection title="Email address">
				<EmailAddress me={me} onSaved={saved} />
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
					<WebhookPanel member_id={user.id} />
				</Suspense>
			</AccountSection>
			<AccountSection
				title="Community"
				about="The leaderboard and recent activity show members by name."
			>
				<CommunityChoice me={me} onSaved={saved} />
			</AccountSection>
			<AccountSection title="Following" about="Channels, claims and videos.">
				<Link to={paths.following()} className={buttonClass("secondary")}>
					What You Follow
				</Link>
				<Suspense fallback={<Skeleton className="h-12 w-full" />}>
					<WeeklyMailChoice user={user} />
				</Suspense>
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
				<h2 id={id} className="heading">
					{title}
				</h2>
				{about !== undefined && <p className="mt-1 max-w-[48ch] text-sm text-muted">{about}</p>}
			</div>
			<div className="flex min-w-0 max-w-xl flex-col items-start gap-4">{children}</div>
		</section>
	);
}

/** Deletes the account, after listing what is deleted and what stays. */
function DeleteAccount({ me, onDeleted }: { me: Me; onDeleted: () => Promise<void> }) {
	const [confirming, setConfirming] = useState(false);
	const submission = useSubmit();
	const withFreshSignIn = useFreshSignIn();
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		if (confirming) form.current?.focus();
	}, [confirming]);

	const submit = submission.onSubmit(async (text) => {
		const body = me.has_password ? { password: text("password") } : {};
		await withFreshSignIn(() => request(keys.me, { method: "DELETE", body }));
		await onDeleted();
	});

	return (
		<>
			<dl className="flex flex-col gap-2">
				<div>
					<dt className="font-semibold">What is deleted</dt>
					<dd className="text-muted">
						Your name, email address, password, votes, notifications, API keys, sessions, added
						pages, channel claims and responses, and your address on the newsletter's list.
					</dd>
				</div>
				<div>
					<dt className="font-semibold">What remains</dt>
					<dd className="text-muted">The analyses you started, without your name.</dd>
				</div>
			</dl>
			{!confirming ? (
				<Button onClick={() => setConfirming(true)}>Delete My Account</Button>
			) : (
				<form
					ref={form}
					tabIndex={-1}
					aria-label="Delete my account"
					onSubmit={submit}
					noValidate
					className="flex w-full flex-col gap-4 note p-4"
				>
					<p className="font-semibold">This cannot be undone.</p>
					{me.has_password && (
						<PasswordField
							is_new={false}
							label="Your password"
							message={submission.fields.password}
						/>
					)}
					<SubmitNote submission={submission} />
					<div className="flex flex-wrap gap-3">
						<Button type="submit" variant="primary" busy={submission.busy}>
							{submission.busy ? "Deleting…" : "Delete Permanently"}
						</Button>
						<Button onClick={() => setConfirming(false)}>Keep My Account</Button>
					</div>
				</form>
			)}
		</>
	);
}
