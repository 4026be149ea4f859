import { createContext, useContext } from "react";
import type { User } from "#contract/account.ts";

export type Auth = {
	/** undefined while unknown. */
	user: User | null | undefined;
	/**
	 * Opens the sign-in dialog under a reason. Answers true once somebody is
	 * signed in, false when the dialog is closed without.
	 */
	promptSignIn: (reason?: string) => Promise<boolean>;
	signOut: () => Promise<void>;
	/** Asks again who is signed in, after something changed that. */
	refreshUser: () => Promise<void>;
};

export const AuthContext = createContext<Auth | null>(null);

export function useAuth(): Auth {
	const auth = useContext(AuthContext);
	if (auth === null) throw new Error("useAuth outside of AuthProvider");
	return auth;
}
