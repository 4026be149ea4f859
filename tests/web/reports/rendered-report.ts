import { reportPath, statementPath } from "#contract/addresses.ts";
import type { Report } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { renderPage } from "#web/server.tsx";

export const LIVE_HEALTH = {
	status: "ok",
	mode: "live",
	panel: [],
	contact_email: null,
	evidence_sources: [],
	claim_methods: [],
	mail: false,
};

/** The report's page as the worker renders it, or the page of one statement. */
export function renderReport(report: Report, statement_id: string | null): string {
	const { id } = report.video;
	const path = statement_id === null ? reportPath(id) : statementPath(id, statement_id);
	const answers = { [keys.health]: LIVE_HEALTH, [keys.report(id)]: report };
	const address = { search: "", origin: "https://bs.example.org" };
	return renderPage(path, { answers, problems: {} }, address).html;
}
