import { render } from "@testing-library/react";
import type { ComponentProps } from "react";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import type { Report } from "#contract/video.ts";
import { ReportView } from "#web/features/reports/report-view.tsx";
import { loadParts } from "#web/ui/lazy-part.tsx";

// As in the browser, which loads the parts of the server's page first.
await loadParts(["report-finding", "claim-finding", "whole-finding"]);

type Shown = ComponentProps<typeof ReportView>;

const IDLE: Shown["reanalysis"] = { busy: false, refusal: null, start: () => {}, more: () => {} };

/** A report without a running analysis, unless the test passes one. */
export function ShownReport({
	reanalysis,
	...shown
}: Pick<Shown, "report"> &
	Partial<Omit<Shown, "report" | "reanalysis">> & { reanalysis?: Partial<Shown["reanalysis"]> }) {
	return (
		<ReportView
			run={null}
			playable
			notice={null}
			reanalysis={{ ...IDLE, ...reanalysis }}
			{...shown}
		/>
	);
}

/** Shows it at the root of the site. */
export function showReport(report: Report): void {
	window.history.replaceState(null, "", "/");
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<BrowserRouter>
				<ShownReport report={report} />
			</BrowserRouter>
		</SWRConfig>,
	);
}
