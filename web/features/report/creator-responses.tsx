import { Link } from "react-router-dom";
import type { Report } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { plural } from "#web/ui/format-count.ts";
import { CreatorSaid } from "./creator-said.tsx";
import { useResponseContext } from "./response-context.ts";
import { ResponseThread } from "./response-thread.tsx";
import { responsesOn, responsesOnEarlier, standingOf } from "./responses-on.ts";

/** What the video's creator says to the analysis. */
export function CreatorResponses({
	report,
	claimable,
}: {
	report: Report;
	/** False for videos that have no channel on the platform. */
	claimable: boolean;
}) {
	const { owned_channel } = useResponseContext();
	const { video, responses } = report;
	const whole = responsesOn(responses, null);
	const earlier = responsesOnEarlier(report);
	const on_statements = report.statements.filter(
		({ id }) => standingOf(responsesOn(responses, id)) !== null,
	).length;
	const silent = responses.length === 0;
	return (
		<section
			aria-labelledby="creator-response"
			className="flex flex-col gap-3 border border-line bg-raised p-5"
		>
			<h2 id="creator-response" className="font-serif text-xl font-semibold">
				Creator Response
			</h2>
			{silent && owned_channel === null && (
				<div className="flex flex-col gap-3">
					<p className="text-sm">
						{video.channel_name || "The creator"} hasn't responded yet.
						{claimable &&
							" Whoever runs the channel can claim it and answer here."}
					</p>
					{claimable && (
						<Link
							to={paths.claimChannel(video.url)}
							className={buttonClass("secondary", "whitespace-nowrap")}
							data-print="no"
						>
							Claim This Video
						</Link>
					)}
				</div>
			)}
			{whole.length === 0 && on_statements > 0 && (
				<p className="text-sm text-muted">
					{video.channel_name} responded to {plural(on_statements, "statement")}
					, not to the whole analysis. The words stand with the statements.
				</p>
			)}
			<ResponseThread statementId={null} />
			{earlier.map((response) => (
				<div key={response.id} className="flex flex-col gap-2">
					<p className="text-sm text-muted">
						On a statement of an earlier analysis:{" "}
						{response.retired_statement !== null && (
							<span dir="auto" className="font-serif text-ink">
								“{response.retired_statement}”
							</span>
						)}
					</p>
					<CreatorSaid response={response} />
				</div>
			))}
		</section>
	);
}
