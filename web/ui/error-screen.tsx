import { Button } from "./button.tsx";

/** What stands where a page could not be drawn. */
export function ErrorScreen({
	outdated,
	onRetry,
}: {
	/** Its code could not be fetched, as after a new version of the site. */
	outdated: boolean;
	onRetry: () => void;
}) {
	return (
		<div role="alert" className="page-width flex flex-col gap-4 py-16">
			<h1 className="font-serif text-2xl font-semibold">
				Something went wrong
			</h1>
			<p className="max-w-[60ch]">
				{outdated
					? "This page could not be loaded. The connection may be gone, or the site has just been updated; refreshing brings the current version."
					: "We encountered an unexpected error. Please try refreshing the page."}
			</p>
			<div className="flex flex-wrap gap-3">
				<Button look="primary" onClick={() => window.location.reload()}>
					Refresh Page
				</Button>
				<Button onClick={onRetry}>Try Again</Button>
			</div>
		</div>
	);
}
