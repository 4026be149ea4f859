import { useContext, useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import { plural } from "#contract/format.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { ServedPageContext } from "#web/api/page-data.ts";
import { fetchJson } from "#web/api/request.ts";

/** How often the page's data is requested again. */
const RETRY_MS = 20_000;
const MINUTE_MS = 60_000;

/**
 * Says how old the page's copy is, and why it is shown. Requests the page's data until it can be
 * read; then the page shows it, and the note disappears.
 */
export function CopyNote({ minutes }: { minutes: number }) {
	const { answers } = useContext(ServedPageContext);
	const { mutate } = useSWRConfig();
	const [elapsed, setElapsed] = useState(0);
	const [current, setCurrent] = useState(false);
	useEffect(() => {
		if (current) return;
		const opened_ms = Date.now();
		let left = false;
		const paths = Object.keys(answers);
		const refresh = async () => {
			setElapsed(Math.floor((Date.now() - opened_ms) / MINUTE_MS));
			try {
				const latest = await Promise.all(paths.map(readAnswer));
				if (left) return;
				for (const [at, path] of paths.entries()) {
					const answer = latest[at];
					if (answer === REFUSED) void mutate(path);
					else void mutate(path, answer, { revalidate: false });
				}
				setCurrent(true);
			} catch {
				// Still not readable: the copy stays, and so does the note.
			}
		};
		const timer = setInterval(() => void refresh(), RETRY_MS);
		return () => {
			left = true;
			clearInterval(timer);
		};
	}, [answers, mutate, current]);
	if (current) return null;
	return (
		<aside aria-label="Age of this page" className="border-b border-line bg-sunken">
			<p className="page-width py-2 text-sm">
				<strong className="font-semibold">
					{`This copy is from ${ageWords(minutes + elapsed)} ago,`}
				</strong>{" "}
				because newer data cannot be read right now. The page tries again by itself.
			</p>
		</aside>
	);
}

/** The server reads its data again, and the path's answer is gone. */
const REFUSED = Symbol();
const TOO_MANY = 429;

/** The path's answer. Rejects while the server cannot read its data. */
async function readAnswer(path: string): Promise<unknown> {
	return fetchJson(path).catch((thrown: unknown) => {
		if (
			thrown instanceof ApiProblem &&
			thrown.status >= 400 &&
			thrown.status < 500 &&
			thrown.status !== TOO_MANY
		)
			return REFUSED;
		throw thrown;
	});
}

function ageWords(minutes: number): string {
	if (minutes < 1) return "less than a minute";
	if (minutes < 60) return plural(minutes, "minute");
	return plural(Math.floor(minutes / 60), "hour");
}
