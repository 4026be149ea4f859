import { RunWatcher } from "./run-watcher.tsx";

/** Everything that follows the running analyses; loaded with the first one. */
export function RunWatchers({
	running,
	shown,
	onEnd,
}: {
	/** Newest first. */
	running: readonly string[];
	/** The run whose dialog is open. */
	shown: string | null;
	onEnd: (id: string) => boolean;
}) {
	return running.map((id, index) => (
		<RunWatcher
			key={id}
			videoId={id}
			titled={index === 0}
			inView={shown === id}
			onEnd={onEnd}
		/>
	));
}
