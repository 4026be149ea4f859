import { useCallback, useState } from "react";
import { Link } from "react-router-dom";
import useSWR from "swr";
import { watchUrl } from "#contract/addresses.ts";
import type { Provider } from "#contract/ids.ts";
import type { VideoSummary } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { useOrigin } from "#web/api/page-data.ts";
import { useHealth, useSamples } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { CodeBlock } from "#web/ui/copy-field.tsx";
import { FactRows } from "#web/ui/fact-list.tsx";
import { useDocumentTitle } from "#web/ui/page-heading.tsx";
import { mailLink } from "./contact-mail.ts";
import { TextPage, type TextSection } from "./text-page.tsx";

/** What a program can do here. */
export function ApiPage() {
	useDocumentTitle("API");
	const origin = useOrigin();
	const id = useExampleId() ?? NO_EXAMPLE;
	const panel = useHealth()?.panel ?? [];
	return (
		<TextPage
			title="API"
			lead={<p>Analyze videos and read reports from a program, a script or the command line.</p>}
			sections={apiSections(curlLines(origin, id, panel))}
		/>
	);
}

/** The sections of the API page, with runnable example calls. */
function apiSections(lines: ReturnType<typeof curlLines>): TextSection[] {
	return [
		{
			id: "key",
			title: "Get a key",
			body: (
				<>
					<p>
						Reading needs no key. To analyze, create one under API keys on{" "}
						<Link to={paths.account()}>your account page</Link>. It is shown once; save it in your
						shell:
					</p>
					<CodeBlock label="Your key" code={lines.key} />
				</>
			),
		},
		{
			id: "calls",
			title: "Try it",
			body: (
				<>
					<p>This site uses the same calls, so your program can do most of what the site does.</p>
					<div className="flex flex-col gap-6">
						<CodeBlock label="Analyze a video" code={lines.analyze} />
						<CodeBlock label="Read a report" code={lines.report} />
						<CodeBlock label="Search analyzed videos" code={lines.search} />
					</div>
				</>
			),
		},
		{ id: "v1", title: "For programs: v1", body: <ApiV1 lines={lines} /> },
		{ id: "bookmarklet", title: "From any video", body: <Bookmarklet /> },
		{ id: "questions", title: "Questions", body: <ApiQuestions /> },
	];
}

function ApiV1({ lines }: { lines: ReturnType<typeof curlLines> }) {
	return (
		<>
			<p>
				A stable call for programs: send a link, then fetch the result by its id or have it sent to
				you. <a href={paths.apiDocs()}>The reference</a> lists every call and field.
			</p>
			<CodeBlock label="POST /api/v1/analyze" code={lines.v1} />
			<FactRows
				rows={[
					["url", "The YouTube link. Required."],
					[
						"options.models",
						"Which models' ratings the answer includes. The whole panel rates in any case.",
					],
					["options.include_sources", "Whether the answer includes the sources of each rating."],
					[
						"options.webhook_url",
						<>
							An https address that we call when the analysis ends. Create a webhook secret on{" "}
							<Link to={paths.account()}>your account page</Link> first; we sign each call with it.
						</>,
					],
				]}
			/>
			<p>
				The answer has an <code>analysis_id</code>, a <code>status</code> and an{" "}
				<code>estimated_completion</code>. Use the id to fetch the result:
			</p>
			<CodeBlock label="GET /api/v1/analyses/{analysis_id}" code={lines.v1_result} />
		</>
	);
}

/** Ways to ask about the API, if the site has a contact address. */
function ApiQuestions() {
	const email = useHealth()?.contact_email ?? null;
	if (email === null) {
		return (
			<p>
				The operator of this site has not published an address for questions.{" "}
				<a href={paths.apiDocs()}>The reference</a> describes every call.
			</p>
		);
	}
	return (
		<>
			<p>Missing a call, or need more than the limits allow?</p>
			<p className="flex flex-wrap gap-3">
				<a
					href={mailLink(email, { subject: "BS Detector API: a question" })}
					className={buttonClass("secondary")}
				>
					Ask About the API
				</a>
				<a
					href={mailLink(email, { subject: "BS Detector API: higher limits" })}
					className={buttonClass("secondary")}
				>
					Ask for Higher Limits
				</a>
			</p>
		</>
	);
}

/** A video for the example calls; null if there is none. */
function useExampleId(): string | null {
	const { data } = useSWR<{ videos: VideoSummary[] }>(keys.recent, { revalidateOnFocus: false });
	const samples = useSamples();
	return data?.videos[0]?.id ?? samples[0]?.id ?? null;
}

/** Used instead of a video id if there is none. */
const NO_EXAMPLE = "VIDEO_ID";

const KEY = '-H "authorization: Bearer $BSD_KEY"';
const JSON_BODY = "-H 'content-type: application/json'";

/**
 * Example calls that work once BSD_KEY contains a key. `panel` is this site's panel, because
 * other models are refused. webhook_url is left out, because it needs a secret and a server.
 */
function curlLines(origin: string, video_id: string, panel: readonly Provider[]) {
	const url = watchUrl(video_id);
	const options = { ...(panel.length > 0 && { models: panel }), include_sources: true };
	return {
		key: "export BSD_KEY='bsd_…'",
		analyze: `curl ${origin}/api/analyze \\
  ${KEY} \\
  ${JSON_BODY} \\
  -d '${JSON.stringify({ url })}'`,
		report: `curl ${origin}/api/videos/${video_id}`,
		search: `curl '${origin}/api/search?q=the'`,
		v1: `curl ${origin}/api/v1/analyze \\
  ${KEY} \\
  ${JSON_BODY} \\
  -d '${JSON.stringify({ url, options }, null, 2)}'`,
		v1_result: `curl ${origin}/api/v1/analyses/ANALYSIS_ID \\
  ${KEY}`,
	};
}

const NAME = "Check with BS Detector";

/** A bookmark that opens this site with the video of the current page. */
function Bookmarklet() {
	const link = bookmarkletLink(useOrigin());
	const [pressed, setPressed] = useState(false);
	// React refuses javascript: links, because most are attacks. This link is ours and meant to be
	// dragged to the bookmarks; a click here only explains that.
	const attachLink = useCallback(
		(anchor: HTMLAnchorElement) => {
			const explain = (event: MouseEvent) => {
				event.preventDefault();
				setPressed(true);
			};
			anchor.setAttribute("href", link);
			anchor.addEventListener("click", explain);
			return () => anchor.removeEventListener("click", explain);
		},
		[link],
	);
	return (
		<div className="flex flex-col gap-5">
			<p>
				On a computer, drag this to your bookmarks bar. Press it while you watch a video, and the
				video's link opens here, ready to analyze.
			</p>
			<div className="flex flex-col gap-2">
				<a
					href="#bookmarklet"
					ref={attachLink}
					draggable
					className={buttonClass("secondary", "cursor-grab self-start")}
				>
					{NAME}
				</a>
				<p role="status" className="text-sm font-semibold empty:hidden">
					{pressed && "It works from the bookmarks bar: drag it there, or copy the text below."}
				</p>
			</div>
			<p>
				On a phone, or without a bookmarks bar: bookmark any page, edit the bookmark, and replace
				its address with this.
			</p>
			<CodeBlock label="Address of the bookmark" code={link} />
		</div>
	);
}

/**
 * A bookmarklet that opens this site with the current page's link. `void` prevents the browser
 * from replacing that page, so the video continues.
 */
function bookmarkletLink(origin: string): string {
	const target = `'${origin}/?url='+encodeURIComponent(location.href)`;
	return `javascript:void(open(${target}))`;
}
