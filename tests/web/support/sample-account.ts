import type { User } from "#contract/account.ts";
import type { MemberId } from "#contract/ids.ts";
import type { Me } from "#contract/me.ts";
import type { Notification } from "#contract/notifications.ts";
import type { Auth } from "#web/features/accounts/auth-context.ts";

export function sampleUser(change: Partial<User> = {}): User {
	return {
		id: "m1" as MemberId,
		email: "ada@example.org",
		full_name: "Ada Lovelace",
		avatar_url: null,
		created_at: "2026-01-31T10:00:00.000Z",
		...change,
	};
}

/** A signed-in member; `signsIn` answers the sign-in dialog. */
export function sampleAuth(signsIn: (reason?: string) => boolean = () => false) {
	return {
		user: sampleUser(),
		promptSignIn: async (reason?: string) => signsIn(reason),
		reads: false,
		promptToRead: async () => signsIn(),
		signOut: async () => {},
		refreshUser: async () => {},
	} satisfies Auth;
}

export function sampleMe(change: Partial<Me> = {}): Me {
	return {
		...sampleUser(),
		email_confirmed: true,
		pending_email: null,
		has_password: true,
		is_admin: false,
		second_factor: null,
		needs_second_factor: false,
		hidden_from_community: false,
		weekly_mail: false,
		channels: [],
		...change,
	};
}

export function sampleNote(id: string, change: Partial<Notification> = {}): Notification {
	return {
		id,
		type: "new_analysis",
		title: `Note ${id}`,
		message: "What happened",
		timestamp: "2026-02-03T10:00:00.000Z",
		read: false,
		data: { path: `/results/${id}` },
		...change,
	};
}
