import { Suspense, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { useSamples } from "#web/api/use-samples.ts";
import { LinkForm } from "#web/features/analyze/link-form.tsx";
import { SamplePicker } from "#web/features/analyze/sample-picker.tsx";
import { useGatedNavigation } from "#web/features/auth/use-gated-navigation.ts";
import { ClosingCall } from "#web/features/home/closing-call.tsx";
import { HomeExample } from "#web/features/home/home-example.tsx";
import { RecentVideos } from "#web/features/home/recent-videos.tsx";
import { StatsRow } from "#web/features/home/stats-row.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { useHomeLink } from "./use-home-link.ts";

const HowItWorks = lazyPart(async () => ({
	default: (await import("#web/features/home/how-it-works.tsx")).HowItWorks,
}));
const NewsletterBox = lazyPart(async () => ({
	default: (await import("#web/features/newsletter/newsletter-box.tsx"))
		.NewsletterBox,
}));
const NewsletterNotice = lazyPart(async () => ({
	default: (await import("#web/features/newsletter/newsletter-notice.tsx"))
		.NewsletterNotice,
}));

/** The field first, then what comes of it. */
export function HomePage() {
	useDocumentTitle("AI fact-checking for videos");
	const field = useRef<HTMLInputElement>(null);
	const { url, setUrl, brought } = useHomeLink(field);
	const samples = useSamples();
	const { locked, choose } = useGatedNavigation();
	const [params, setParams] = useSearchParams();
	const newsletter = params.get("newsletter");
	return (
		<div className="page-width flex flex-col gap-16 py-8 sm:py-14">
			{newsletter !== null && (
				<Suspense fallback={null}>
					<NewsletterNotice
						outcome={newsletter}
						onClose={() =>
							setParams(
								(rest) => {
									rest.delete("newsletter");
									return rest;
								},
								{ replace: true },
							)
						}
					/>
				</Suspense>
			)}
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]">
				<div className="flex flex-col gap-6">
					<PageHeading className="font-serif text-3xl font-semibold tracking-tight sm:text-4xl">
						How much of that video is true?
					</PageHeading>
					<p className="max-w-[58ch] text-lg text-muted">
						Paste a YouTube link. AI models rate every factual statement in it
						from 0 (factual) to 100 (false), and show you why.
					</p>
					<div className="flex flex-col gap-2">
						<LinkForm field={field} url={url} onUrl={setUrl} />
						<p role="status" className="font-semibold empty:hidden">
							{brought &&
								"The link you brought is in the field. Press Analyze Video to start."}
						</p>
					</div>
					<SamplePicker
						samples={samples}
						chosen={url}
						onChoose={(sample) => {
							setUrl(sample);
							field.current?.focus();
						}}
					/>
					<StatsRow />
				</div>
				<HomeExample onChoose={choose} />
			</div>
			<RecentVideos locked={locked} onChoose={choose} />
			<Suspense fallback={<div aria-busy className="min-h-72" />}>
				<HowItWorks />
			</Suspense>
			<Suspense fallback={<div aria-busy className="min-h-36" />}>
				<NewsletterBox />
			</Suspense>
			<ClosingCall
				onStart={() => {
					field.current?.focus();
					field.current?.scrollIntoView({ block: "center" });
				}}
			/>
		</div>
	);
}
