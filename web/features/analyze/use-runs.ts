import { useCallback, useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import { keys } from "#web/api/keys.ts";
import {
	forgetRun,
	rememberedRuns,
	rememberRun,
	whenRunsChange,
} from "./run-memory.ts";

export type Runs = {
	/** Videos whose run this browser follows, newest first. */
	running: readonly string[];
	follow: (id: string) => void;
	/** Lets go of a run that has ended; false where another tab did it before. */
	end: (id: string) => boolean;
};

/** The runs that this browser follows, the same in all of its tabs. */
export function useRuns(): Runs {
	const { mutate } = useSWRConfig();
	const [running, setRunning] = useState(() => rememberedRuns(Date.now()));

	const refresh = useCallback(
		(ids: readonly string[]) => {
			const reports = ids.map(keys.report);
			for (const key of [...reports, keys.recent, keys.stats]) void mutate(key);
		},
		[mutate],
	);

	useEffect(
		() =>
			whenRunsChange(() => {
				const now = rememberedRuns(Date.now());
				setRunning(now);
				refresh(running.filter((id) => !now.includes(id)));
			}),
		[running, refresh],
	);

	const follow = useCallback(
		(id: string) => {
			rememberRun(id, Date.now());
			setRunning(rememberedRuns(Date.now()));
			void mutate(keys.report(id));
		},
		[mutate],
	);

	const end = useCallback(
		(id: string) => {
			const first = forgetRun(id);
			setRunning((known) => known.filter((one) => one !== id));
			refresh([id]);
			return first;
		},
		[refresh],
	);
	return { running, follow, end };
}
