import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import useSWR from "swr";
import { formatCount } from "#contract/format.ts";
import type { Stats } from "#contract/site.ts";
import { HOME } from "#contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import { useHealth, useSamples } from "#web/api/use-site.ts";
import { useGatedNavigation } from "#web/features/accounts/auth-context.ts";
import { findLink, sharedLink } from "#web/features/analysis/find-link.ts";
import { LinkForm } from "#web/features/analysis/link-form.tsx";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { useTypedBefore } from "#web/ui/use-typed.ts";
import { ExampleSkeleton, useExample, useSampleResults } from "./use-recent.tsx";

const HomeExample = lazyComponent(
	async () => (await import("./home-example.tsx")).HomeExample,
	"home-example",
);
const RecentVideos = lazyComponent(
	async () => (await import("./home-sections.tsx")).RecentVideos,
	"recent-videos",
);
const HowItWorks = lazyComponent(
	async () => (await import("./home-sections.tsx")).HowItWorks,
	"home-steps",
);
const CallToAction = lazyComponent(
	async () => (await import("./home-sections.tsx")).CallToAction,
	"home-call",
);
const SampleReports = lazyComponent(
	async () => (await import("./sample-reports.tsx")).SampleReports,
	"sample-reports",
);
const NewsletterBox = lazyComponent(
	async () => (await import("#web/features/newsletter/newsletter.tsx")).NewsletterForm,
	"newsletter-form",
);

export function HomePage() {
	useDocumentTitle("AI fact-checking for videos");
	const field = useRef<HTMLInputElement>(null);
	const { url, setUrl, filled } = useHomeLink(field);
	const demo = useHealth()?.mode === "demo";
	const samples = useSamples();
	// Requested here, so that the example's code and its report load in parallel.
	const sample_results = useSampleResults(samples.length);
	const example = useExample(sample_results);
	const { locked, choose, follow } = useGatedNavigation();
	return (
		<div className="page-width flex flex-col gap-16 py-8 sm:py-14">
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]">
				<div className="flex flex-col gap-6">
					<PageHeading className="font-serif text-3xl font-semibold tracking-tight sm:text-4xl">
						{HOME.title}
					</PageHeading>
					<p className="max-w-[58ch] text-lg text-muted">{demo ? HOME.demo_intro : HOME.intro}</p>
					<div className="flex flex-col gap-2">
						<LinkForm field={field} url={url} onUrl={setUrl} />
						<p role="status" className="font-semibold empty:hidden">
							{filled && "Your link is in the field. Press Analyze Video to start."}
						</p>
					</div>
					{samples.length > 0 && (
						<Suspense fallback={null}>
							<SampleReports samples={samples} results={sample_results} onFollow={follow} />
						</Suspense>
					)}
					<StatsRow />
				</div>
				{/* The field works without the example. */}
				<ErrorBoundary fallback={null}>
					<Suspense fallback={<ExampleSkeleton />}>
						<HomeExample
							{...example}
							onChoose={example.is_sample ? follow : choose}
							onMark={follow}
						/>
					</Suspense>
				</ErrorBoundary>
			</div>
			<Suspense fallback={<div aria-busy className="min-h-320 sm:min-h-96" />}>
				<RecentVideos locked={locked} onChoose={choose} />
			</Suspense>
			<Suspense fallback={<div aria-busy className="min-h-72" />}>
				<HowItWorks />
			</Suspense>
			<Suspense fallback={<div aria-busy className="min-h-36" />}>
				<NewsletterBox />
			</Suspense>
			<Suspense fallback={<div aria-busy className="min-h-24" />}>
				<CallToAction
					onStart={() => {
						field.current?.focus();
						field.current?.scrollIntoView({ block: "center" });
					}}
				/>
			</Suspense>
		</div>
	);
}

/** The figures change while the page is open; refreshing once a minute is sufficient. */
const REFRESH_MS = 60_000;

/** The site's totals. */
function StatsRow() {
	const { data, error } = useSWR<Stats>(keys.stats, { refreshInterval: REFRESH_MS });
	if (error !== undefined) return null;
	const figures: [string, number | undefined][] = [
		["Videos analyzed", data?.total_videos],
		["BS claims caught", data?.bs_claims],
		["Creators helped", data?.total_creators],
	];
	return (
		<dl className="grid grid-cols-3 divide-x divide-line border-y border-line">
			{figures.map(([name, figure]) => (
				<div key={name} className="flex flex-col-reverse justify-end px-3 py-4 first:pl-0 sm:px-6">
					<dt className="text-sm leading-tight text-muted">{name}</dt>
					<dd className="text-2xl font-semibold sm:text-3xl">
						{figure === undefined ? "–" : formatCount(figure)}
					</dd>
				</div>
			))}
		</dl>
	);
}

/**
 * The link in the home page's field. A link that was pasted anywhere on the page, or passed in
 * the address, only fills the field: an analysis is published under the member's name, so it must
 * be started with a click or Enter.
 */
function useHomeLink(field: RefObject<HTMLInputElement | null>) {
	const [params] = useSearchParams();
	const shared = sharedLink(params);
	const [url, setUrl] = useState(shared);
	const [pasted, setPasted] = useState("");
	useEffect(() => {
		if (shared === "") return;
		setUrl(shared);
		const submit = field.current?.form?.querySelector("button");
		submit?.focus({ preventScroll: true });
	}, [shared, field]);
	useTypedBefore(field, setUrl);
	usePastedLink((link) => {
		setUrl(link);
		setPasted(link);
		field.current?.scrollIntoView({ block: "center" });
		field.current?.focus({ preventScroll: true });
	});
	return { url, setUrl, filled: url !== "" && [shared, pasted].includes(url) };
}

/** Elements in which a paste has another purpose. */
const IGNORED_TARGETS =
	"input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=dialog]";

/** Calls back with a link that is pasted onto the page, outside of any field. */
function usePastedLink(onLink: (link: string) => void): void {
	const latest = useRef(onLink);
	latest.current = onLink;
	useEffect(() => {
		function onPaste(event: ClipboardEvent): void {
			const { target } = event;
			if (target instanceof Element && target.closest(IGNORED_TARGETS)) return;
			const link = findLink(event.clipboardData?.getData("text/plain") ?? "");
			if (link === null) return;
			event.preventDefault();
			latest.current(link);
		}
		document.addEventListener("paste", onPaste);
		return () => document.removeEventListener("paste", onPaste);
	}, []);
}
