import { createContext, useContext } from "react";
import type { Votes } from "./use-votes.ts";

/** null while a first analysis is on: its statements are not published yet. */
export const VoteContext = createContext<Votes | null>(null);

export function useVoteContext(): Votes | null {
	return useContext(VoteContext);
}
