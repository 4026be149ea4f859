import { type Context, Hono } from "hono";
import type { ReportExport } from "#contract/report-export.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { nothingToExport, unknownVideo } from "#domain/refusal.ts";
import { statementsCsv } from "#domain/statements-csv.ts";
import { summariseReport } from "#domain/summarise-report.ts";
import type { AppEnv } from "../app-env.ts";
import { videoIdOf } from "../video-id-of.ts";

/** A finished report as a file to keep; while a fresh run is on, the result that stands. */
export const videoExport = new Hono<AppEnv>()
	.get("/:id/export", async (c) => {
		const { video, statements } = await resultOf(c);
		const { originOf } = c.get("deps").site;
		const results_url = `${originOf(c.req.url)}/results/${video.id}`;
		const file: ReportExport = {
			video,
			statements,
			exported_at: new Date().toISOString(),
			summary: summariseReport(video, statements, results_url),
		};
		c.header("content-disposition", attachment(video, "json"));
		return c.json(file);
	})
	.get("/:id/export.csv", async (c) => {
		const { video, statements } = await resultOf(c);
		return c.body(statementsCsv(video, statements), 200, {
			"content-type": "text/csv; charset=utf-8",
			"content-disposition": attachment(video, "csv"),
		});
	});

async function resultOf(
	c: Context<AppEnv>,
): Promise<{ video: Video; statements: Statement[] }> {
	const stored = await c.get("deps").videos.report(videoIdOf(c));
	const { video, statements, active } = stored;
	if (video?.analysis_status === "completed") return { video, statements };
	if (video === null && active?.ended_at !== null) throw unknownVideo();
	throw nothingToExport();
}

/** Named by the id alone: it holds no character that a header or a disk minds. */
function attachment(video: Video, ending: "json" | "csv"): string {
	return `attachment; filename="bs-detector-${video.id}.${ending}"`;
}
