import { createContext, type MouseEvent, useCallback, useContext } from "react";
import { useNavigate } from "react-router-dom";
import type { User } from "#contract/account.ts";

export type Auth = {
	/** undefined while unknown. */
	user: User | null | undefined;
	/**
	 * Opens the sign-in dialog with a reason. A `newcomer` gets the form for a new account, unless
	 * somebody has signed in with this browser before. Resolves to true once the visitor is signed in,
	 * to false if they close the dialog.
	 */
	promptSignIn: (reason?: string, options?: { newcomer: boolean }) => Promise<boolean>;
	/** Whether the visitor has chosen to read reports without an account. */
	reads: boolean;
	/**
	 * Opens the sign-in dialog with the choice to read without an account. Resolves to whether the
	 * visitor signed in or chose that.
	 */
	promptToRead: () => Promise<boolean>;
	signOut: () => Promise<void>;
	/** Reads the session again after it was changed. */
	refreshUser: () => Promise<void>;
};

/** The form that the sign-in dialog shows. */
export type AuthMode = "sign-in" | "sign-up" | "forgot";

export type AuthPrompt = {
	/** Why the visitor is asked to sign in. */
	reason?: string | undefined;
	/** Whether most who are asked have no account yet. */
	newcomer?: boolean | undefined;
	/** Whether the visitor may also go on without an account. */
	may_read?: boolean | undefined;
	/** Why the last attempt with Google failed. */
	problem?: string | undefined;
	/** The token of a sign-in with Google that still needs a code. */
	token?: string | undefined;
	/** The address of the signed-in member who has to reauthenticate. */
	member?: string | undefined;
};

export const AuthContext = createContext<Auth | null>(null);

export function useAuth(): Auth {
	const auth = useContext(AuthContext);
	if (auth === null) throw new Error("useAuth outside of AuthProvider");
	return auth;
}

/** The visitor of a report. */
type Visitor = {
	/** null for an anonymous visitor, undefined while unknown. */
	user: User | null | undefined;
	/**
	 * Asks the visitor to sign in, with a reason. Resolves to whether they are signed in
	 * afterwards.
	 */
	promptSignIn: (reason: string) => Promise<boolean>;
};

const NOBODY: Visitor = { user: null, promptSignIn: async () => false };

export const VisitorContext = createContext<Visitor>(NOBODY);

export function useVisitor(): Visitor {
	return useContext(VisitorContext);
}

/**
 * Handles links to reports in search and on the home page: members and visitors who read without an
 * account follow them directly, other visitors are asked once. Clicks that open a tab are left to
 * the browser.
 */
export function useGatedNavigation(): {
	locked: boolean;
	choose: (path: string, event: MouseEvent) => void;
	/** Follows a link that nobody has to sign in for. */
	follow: (path: string, event: MouseEvent) => void;
} {
	const { user, reads, promptToRead } = useAuth();
	const navigate = useNavigate();
	const free = Boolean(user) || reads;
	const open = useCallback(
		async (path: string, event: MouseEvent, mayOpen: () => Promise<boolean>) => {
			if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
			event.preventDefault();
			if (await mayOpen()) navigate(path);
		},
		[navigate],
	);
	const choose = useCallback(
		(path: string, event: MouseEvent) =>
			open(path, event, async () => free || (await promptToRead())),
		[open, free, promptToRead],
	);
	const follow = useCallback(
		(path: string, event: MouseEvent) => open(path, event, async () => true),
		[open],
	);
	return { locked: user === null && !reads, choose, follow };
}
