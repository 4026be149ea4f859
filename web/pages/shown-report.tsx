import { useMemo } from "react";
import type { Analysis } from "#contract/analysis.ts";
import type { RunError } from "#contract/problem.ts";
import type { Report } from "#contract/video.ts";
import { hasResult } from "#web/api/has-result.ts";
import { stageLabel } from "#web/features/analyze/stage-label.ts";
import { useAuth } from "#web/features/auth/auth-context.ts";
import { ReportView } from "#web/features/report/report-view.tsx";
import { RunNotice } from "#web/features/report/run-notice.tsx";
import { VisitorContext } from "#web/features/report/visitor-context.ts";
import { Button } from "#web/ui/button.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import type { Rerun } from "./use-rerun.ts";

/** A report with something to read: a result, or a run that is bringing one. */
export function ShownReport({
	report,
	run,
	failure,
	lagging,
	gone,
	watchable,
	rerun,
}: {
	report: Report;
	run: Analysis | null;
	/** Why a fresh analysis brought nothing; the earlier result stands. */
	failure: RunError | null;
	lagging: boolean;
	/** The address is about a statement that the report does not hold. */
	gone: boolean;
	watchable: boolean;
	rerun: Rerun;
}) {
	const { user, promptSignIn } = useAuth();
	const visitor = useMemo(() => ({ user, promptSignIn }), [user, promptSignIn]);
	const again = () => rerun.start({ force: true });
	const has_result = hasResult(report.video);
	return (
		<VisitorContext value={visitor}>
			<ReportView
				report={report}
				run={run}
				watchable={watchable}
				rerun={{ ...rerun, start: again }}
				notice={
					run !== null ? (
						<RunNotice
							run={run}
							label={stageLabel(run.analysis_step, false)}
							fresh={has_result}
							lagging={lagging}
							refusal={has_result ? null : rerun.refusal}
						>
							{report.statements.length === 0 && (
								<Button busy={rerun.busy} onClick={again}>
									{rerun.busy ? "Starting…" : "Re-analyze Now"}
								</Button>
							)}
						</RunNotice>
					) : failure !== null ? (
						<ProblemNotice
							title="The fresh analysis failed"
							detail={`${failure.detail} The earlier result below is unchanged.`}
						>
							<Button busy={rerun.busy} onClick={again}>
								{rerun.busy ? "Starting…" : "Try Again"}
							</Button>
						</ProblemNotice>
					) : gone ? (
						<ProblemNotice
							title="This statement is not in the report"
							detail="The link is wrong, or a later analysis no longer holds it. This is the report as it stands."
						/>
					) : null
				}
			/>
		</VisitorContext>
	);
}
