import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { ShortcutHelpButton } from "#web/ui/shortcut-help.tsx";

const GROUPS: { title: string; links: [name: string, path: string][] }[] = [
	{
		title: "Product",
		links: [
			["Check a Video", paths.home()],
			["All Analyses", paths.archive()],
			["How It Works", paths.howItWorks()],
			["Extension", paths.extension()],
			["API", paths.api()],
		],
	},
	{
		title: "People",
		links: [
			["For Creators", paths.creators()],
			["Dashboard", paths.dashboard()],
			["Following", paths.following()],
			["Contact", paths.contact()],
		],
	},
	{
		title: "Trust",
		links: [
			["About", paths.about()],
			["Corrections", paths.corrections()],
			["Privacy Policy", paths.privacy()],
			["Terms of Service", paths.terms()],
		],
	},
];

/** Links to every page of the site, and its acknowledgements. */
export function SiteFooter() {
	return (
		<footer className="mt-4 border-t sm:mt-16 border-line bg-sunken">
			<div className="page-width grid gap-x-10 gap-y-3 py-3 text-sm sm:gap-y-8 sm:py-10 lg:grid-cols-[minmax(0,1fr)_auto]">
				<div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 sm:flex-col sm:items-start sm:gap-3">
					<p className="font-serif text-base font-semibold">BS Detector</p>
					<p className="w-full text-muted max-sm:order-last max-sm:text-xs sm:max-w-[40ch]">
						AI-powered fact-checking for videos with community validation.
					</p>
					<OutsideLink
						href="https://workers.cloudflare.com/"
						className="inline-flex min-h-9 items-center rounded-md border border-rule bg-raised px-3 text-xs font-semibold hover:border-ink"
					>
						Built with Cloudflare Workers
					</OutsideLink>
					<ShortcutHelpButton className="hidden sm:inline-flex" />
				</div>
				<nav
					aria-label="Footer"
					className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-x-3 gap-y-2 sm:gap-x-10 sm:gap-y-4 lg:grid-cols-3 lg:gap-x-16"
				>
					{GROUPS.map(({ title, links }) => (
						<div key={title}>
							<h2 className="mb-1 font-semibold">{title}</h2>
							<ul>
								{links.map(([name, path]) => (
									<li key={path}>
										<Link
											to={path}
											className="flex min-h-6.5 items-center text-muted sm:min-h-9 underline-offset-4 hover:text-ink hover:underline"
										>
											{name}
										</Link>
									</li>
								))}
							</ul>
						</div>
					))}
				</nav>
			</div>
		</footer>
	);
}
