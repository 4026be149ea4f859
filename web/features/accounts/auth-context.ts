import { createContext, useContext } from "react";
import type { User } from "#contract/account.ts";

export type Auth = {
	/** undefined while unknown. */
	user: User | null | undefined;
	/**
	 * Opens the sign-in dialog with a reason. Resolves to true once the visitor is signed in, to
	 * false if they close the dialog.
	 */
	promptSignIn: (reason?: string) => Promise<boolean>;
	signOut: () => Promise<void>;
	/** Reads the session again after it was changed. */
	refreshUser: () => Promise<void>;
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
