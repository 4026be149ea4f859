import { createContext, useContext } from "react";
import type { User } from "#contract/account.ts";

/** The visitor of a report. */
export type Visitor = {
	/** null for an anonymous visitor, undefined while unknown. */
	user: User | null | undefined;
	/** Asks to sign in, with a reason; resolves to whether the visitor is signed in afterwards. */
	promptSignIn: (reason: string) => Promise<boolean>;
};

const NOBODY: Visitor = { user: null, promptSignIn: async () => false };

export const VisitorContext = createContext<Visitor>(NOBODY);

export function useVisitor(): Visitor {
	return useContext(VisitorContext);
}
