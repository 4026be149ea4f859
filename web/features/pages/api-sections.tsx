import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { ApiQuestions } from "./api-questions.tsx";
import { Bookmarklet } from "./bookmarklet.tsx";
import type { curlLines } from "./curl-lines.ts";
import { FactRows } from "./fact-rows.tsx";
import type { TextSection } from "./text-page.tsx";

/** The page about the API, with calls that can be taken as they stand. */
export function apiSections(
	lines: ReturnType<typeof curlLines>,
): TextSection[] {
	return [
		{
			id: "key",
			title: "Get a key",
			body: (
				<>
					<p>
						Reading needs no key. To analyze, make one under API keys on{" "}
						<Link to={paths.account()}>your account page</Link>. It is shown
						once; keep it in your shell:
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
					<p>
						This site uses the same calls; whatever it does, a program of yours
						can do.
					</p>
					<div className="flex flex-col gap-6">
						<CodeBlock label="Analyze a video" code={lines.analyze} />
						<CodeBlock label="Read a report" code={lines.report} />
						<CodeBlock label="Search analyzed videos" code={lines.search} />
					</div>
				</>
			),
		},
		{ id: "v1", title: "For programs: v1", body: <VersionOne lines={lines} /> },
		{ id: "bookmarklet", title: "From any video", body: <Bookmarklet /> },
		{ id: "questions", title: "Questions", body: <ApiQuestions /> },
	];
}

function VersionOne({ lines }: { lines: ReturnType<typeof curlLines> }) {
	return (
		<>
			<p>
				One call that stays as it is: send a link, and get the result under an
				id of its own or have it sent to you.{" "}
				<a href={paths.apiDocs()}>The reference</a> lists every call and field.
			</p>
			<CodeBlock label="POST /api/v1/analyze" code={lines.v1} />
			<FactRows
				rows={[
					["url", "The YouTube link. Required."],
					[
						"options.models",
						"Whose ratings the answer holds, of those who rate here. The whole panel is asked all the same.",
					],
					[
						"options.include_sources",
						"Whether the answer lists the sources of each rating.",
					],
					[
						"options.webhook_url",
						<>
							An https address that is called once the analysis has ended.
							Create a webhook secret on{" "}
							<Link to={paths.account()}>your account page</Link> first: calls
							are signed with it.
						</>,
					],
				]}
			/>
			<p>
				The answer has an <code>analysis_id</code>, a <code>status</code> and an{" "}
				<code>estimated_completion</code>. With the id you get the result:
			</p>
			<CodeBlock
				label="GET /api/v1/analyses/{analysis_id}"
				code={lines.v1_result}
			/>
		</>
	);
}
