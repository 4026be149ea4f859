import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Statement } from "#contract/statement.ts";
import { PrintedStatement } from "./printed-statement.tsx";

/** On paper nothing can be opened: there every statement stands whole, in place of the screen's. */
export function PrintableStatements({
	statements,
	children,
}: {
	statements: readonly Statement[];
	/** The statements as the screen shows them. */
	children: ReactNode;
}) {
	const printing = usePrinting();
	return (
		<>
			<div className="contents" data-print={printing ? "no" : undefined}>
				{children}
			</div>
			{printing && (
				<section className="hidden print:block">
					<h2 className="mb-3 font-serif text-xl font-semibold">
						Statement Analysis
					</h2>
					<ol>
						{statements.map((statement) => (
							<PrintedStatement key={statement.id} statement={statement} />
						))}
					</ol>
				</section>
			)}
		</>
	);
}

function usePrinting(): boolean {
	const [printing, setPrinting] = useState(false);
	useEffect(() => {
		// The page is taken as it is when the event's listeners return.
		const start = () => flushSync(() => setPrinting(true));
		const end = () => setPrinting(false);
		window.addEventListener("beforeprint", start);
		window.addEventListener("afterprint", end);
		return () => {
			window.removeEventListener("beforeprint", start);
			window.removeEventListener("afterprint", end);
		};
	}, []);
	return printing;
}
