import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { loadAhead } from "#web/ui/load-ahead.ts";
import type { PrintedStatements } from "./printed-statements.tsx";

let Printed: typeof PrintedStatements | null = null;

/** The browser prints at once, so the code has to be there before. */
export async function loadPrinted(): Promise<void> {
	Printed ??= (await import("./printed-statements.tsx")).PrintedStatements;
}
loadAhead(loadPrinted);

/** Prints the statements in full instead of the screen's list, once the code for it is loaded. */
export function PrintableStatements({
	video,
	statements,
	children,
}: {
	video: Video;
	statements: readonly Statement[];
	/** The statements as the screen shows them. */
	children: ReactNode;
}) {
	const printing = usePrinting() && Printed !== null;
	return (
		<>
			<div className="contents" data-print={printing ? "no" : undefined}>
				{children}
			</div>
			{printing && Printed && <Printed video={video} statements={statements} />}
		</>
	);
}

export function usePrinting(): boolean {
	// An object of its own for each print, so that each renders what is loaded by then.
	const [print, setPrint] = useState<object | null>(null);
	useEffect(() => {
		// The browser prints the page in the state in which the event's listeners return.
		const start = () => flushSync(() => setPrint({}));
		const end = () => setPrint(null);
		window.addEventListener("beforeprint", start);
		window.addEventListener("afterprint", end);
		return () => {
			window.removeEventListener("beforeprint", start);
			window.removeEventListener("afterprint", end);
		};
	}, []);
	return print !== null;
}
