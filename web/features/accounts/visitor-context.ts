import { createContext, useContext } from "react";
import type { User } from "#contract/account.ts";

/** Who reads the report. */
export type Visitor = {
	/** null for an anonymous reader, undefined while unknown. */
	user: User | null | undefined;
	/** Asks to sign in under a reason; answers whether somebody is signed in then. */
	promptSignIn: (reason: string) => Promise<boolean>;
};

const NOBODY: Visitor = { user: null, promptSignIn: async () => false };

export const VisitorContext = createContext<Visitor>(NOBODY);

export function useVisitor(): Visitor {
	return useContext(VisitorContext);
}
