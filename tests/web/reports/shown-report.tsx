import type { ComponentProps } from "react";
import { ReportView } from "#web/features/reports/report-view.tsx";

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
