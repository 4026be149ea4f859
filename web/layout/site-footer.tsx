import { OutsideLink } from "../ui/outside-link.tsx";

export function SiteFooter() {
	return (
		<footer className="mt-16 border-t border-line bg-sunken">
			<div className="page-width flex flex-col gap-4 py-8 text-sm sm:flex-row sm:items-center sm:justify-between">
				<div>
					<p className="font-serif font-semibold">BS Detector</p>
					<p className="text-muted">
						AI-powered fact-checking for videos with community validation.
					</p>
				</div>
				<OutsideLink
					href="https://workers.cloudflare.com/"
					className="inline-flex min-h-9 items-center self-start rounded-md border border-rule bg-raised px-3 text-xs font-semibold hover:border-ink"
				>
					Built with Cloudflare Workers
				</OutsideLink>
			</div>
		</footer>
	);
}
