import { lazy, Suspense } from "react";
import type { User } from "#contract/account.ts";
import { keys } from "#web/api/keys.ts";
import { useMe } from "#web/api/use-me.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AccountSection } from "./account-section.tsx";
import { CommunityChoice } from "./community-choice.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { KeyList } from "./key-list.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SessionList } from "./session-list.tsx";

/** Few members have a server of their own. */
const WebhookPanel = lazy(async () => ({
	default: (await import("./webhook-panel.tsx")).WebhookPanel,
}));

/** Everything about the member's own account. */
export function AccountView({
	user,
	onChanged,
	onDeleted,
}: {
	user: User;
	/** Name or picture may show elsewhere on the page. */
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
						? "A new one signs you out on every other device."
						: "You came by Google. With a password you can sign in by email too."
				}
			>
				<PasswordForm me={me} onSaved={saved} />
			</AccountSection>
			<AccountSection
				title="Where you are signed in"
				about="Sign out what you do not know or no longer use."
			>
				<SessionList />
			</AccountSection>
			<AccountSection
				title="API keys"
				about="A key lets a program of yours do what you can do here."
			>
				<KeyList />
			</AccountSection>
			<AccountSection
				title="Webhooks"
				about="Your server is told when an analysis that your program asked for has ended."
			>
				<Suspense fallback={<Skeleton className="h-24 w-full" />}>
					<WebhookPanel />
				</Suspense>
			</AccountSection>
			<AccountSection
				title="Community"
				about="Leaderboard and recent activity show members by name."
			>
				<CommunityChoice me={me} onSaved={saved} />
			</AccountSection>
			<AccountSection
				title="Your data"
				about="Everything we store of you, as one JSON file."
			>
				<a
					href={`${keys.me}/export`}
					download
					className={buttonClass("secondary")}
				>
					Export My Data
				</a>
			</AccountSection>
			<AccountSection title="Delete my account">
				<DeleteAccount me={me} onDeleted={onDeleted} />
			</AccountSection>
		</div>
	);
}
