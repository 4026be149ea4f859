import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { formatUtcDate, inQuotes, plural } from "#contract/format.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import type { Report } from "#contract/video.ts";
import { useClaimMethods } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import {
	currentResponse,
	responsesTo,
	responsesToEarlierStatements,
	useResponseContext,
} from "./use-responses.ts";

/** The creator's responses to the analysis. */
export function CreatorResponses({
	report,
	claimable,
}: {
	report: Report;
	/** False for videos without a channel on YouTube. */
	claimable: boolean;
}) {
	const { owned_channel } = useResponseContext();
	const { video, responses } = report;
	const decided = useClaimMethods()?.length !== 0;
	const whole = responsesTo(responses, null);
	const earlier = responsesToEarlierStatements(report);
	const on_statements = report.statements.filter(
		({ id }) => currentResponse(responsesTo(responses, id)) !== null,
	).length;
	const no_response = responses.length === 0;
	return (
		<section
			aria-labelledby="creator-response"
			className="flex flex-col gap-2 break-inside-avoid border border-line bg-raised p-3 sm:gap-3 sm:p-5"
		>
			<h2 id="creator-response" className="heading">
				Creator Response
			</h2>
			{no_response && owned_channel === null && (
				<div className="flex flex-col gap-3">
					<p className="text-sm">
						The creator hasn't responded yet.
						{claimable &&
							(decided
								? " If you run this channel, claim it to respond here."
								: " This site cannot verify channels yet.")}
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
					<ForeignText>{video.channel_name}</ForeignText> responded to{" "}
					{plural(on_statements, "statement")}, not to the whole analysis. The responses are shown
					with the statements.
				</p>
			)}
			<ResponseThread statementId={null} />
			{earlier.map((response) => (
				<div key={response.id} className="flex flex-col gap-2">
					<p className="text-sm text-muted">
						About a statement of an earlier analysis:{" "}
						{response.retired_statement !== null && (
							<ForeignText spoken className="font-serif text-ink">
								{inQuotes(response.retired_statement)}
							</ForeignText>
						)}
					</p>
					<CreatorResponseText response={response} />
				</div>
			))}
		</section>
	);
}

const OwnResponse = lazyComponent(async () => (await import("./own-response.tsx")).OwnerResponse);

/**
 * The creator's response to a statement, or to the whole analysis if null. The owner can edit it
 * here.
 */
export function ResponseThread({ statementId }: { statementId: string | null }) {
	const { all, owned_channel } = useResponseContext();
	const responses = responsesTo(all, statementId);
	if (responses.length === 0 && owned_channel === null) return null;
	return (
		<div className="flex flex-col gap-3">
			{responses.map((response) => (
				<CreatorResponseText key={response.id} response={response} />
			))}
			{owned_channel !== null && (
				<Suspense fallback={<div aria-busy className="h-11" />}>
					<OwnResponse
						channel={owned_channel}
						statementId={statementId}
						current={currentResponse(responses)}
					/>
				</Suspense>
			)}
		</div>
	);
}

/** Longer responses are folded, so that the report stays readable. */
const FOLD_CHARS = 700;

const HideResponse = lazyComponent(async () => (await import("./hide-response.tsx")).HideResponse);

/** One response, which admins can hide. */
export function CreatorResponseText({ response }: { response: CreatorResponse }) {
	const { is_admin } = useResponseContext();
	return (
		<>
			<ResponseText response={response} />
			{is_admin && response.withdrawn_at === null && (
				<Suspense fallback={null}>
					<HideResponse response={response} />
				</Suspense>
			)}
		</>
	);
}

/** The creator's words, with their earlier versions. */
function ResponseText({ response }: { response: CreatorResponse }) {
	const { channel_name, created_at, withdrawn_at, history } = response;
	if (withdrawn_at !== null) {
		return (
			<p className="border-l-4 border-line pl-4 text-sm text-muted">
				<ForeignText>{channel_name}</ForeignText> responded on {formatUtcDate(created_at)} and
				withdrew the response on {formatUtcDate(withdrawn_at)}.
			</p>
		);
	}
	if (response.hidden_at !== undefined)
		return (
			<p className="border-l-4 border-line pl-4 text-sm text-muted">
				<ForeignText>{channel_name}</ForeignText> responded on {formatUtcDate(created_at)}. The
				site's team hides the response.
			</p>
		);
	return (
		<div className="flex flex-col gap-2 note px-4 py-3">
			<p className="text-sm">
				<ForeignText as="strong" className="font-semibold">
					{channel_name}
				</ForeignText>{" "}
				<span className="text-muted">
					<Icon name="check" /> verified channel, responded on {formatUtcDate(created_at)}
					{history.length > 0 && `, edited ${formatUtcDate(response.updated_at)}`}
				</span>
			</p>
			<Words text={response.body} />
			{history.length > 0 && (
				<details className="text-sm">
					<summary className="inline-flex min-h-8 items-center link">
						{plural(history.length, "earlier version")}
					</summary>
					<ol className="mt-2 flex flex-col gap-3">
						{history.map(({ body, replaced_at }) => (
							<li key={replaced_at} className="border-t border-line pt-2">
								<p className="text-muted">Until {formatUtcDate(replaced_at)}</p>
								<Words text={body} />
							</li>
						))}
					</ol>
				</details>
			)}
		</div>
	);
}

function Words({ text }: { text: string }) {
	const [open, setOpen] = useState(text.length <= FOLD_CHARS);
	return (
		<>
			<ForeignText
				as="p"
				className={`max-w-[68ch] font-serif whitespace-pre-line ${open ? "" : "line-clamp-6"}`}
			>
				{text}
			</ForeignText>
			{text.length > FOLD_CHARS && (
				<button
					type="button"
					aria-expanded={open}
					onClick={() => setOpen(!open)}
					className="min-h-8 self-start text-sm font-semibold link"
				>
					{open ? "Show less" : "Show all of it"}
				</button>
			)}
		</>
	);
}
