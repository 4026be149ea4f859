import { PageHeading } from "#web/ui/page-heading.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ReportLayout } from "./report-layout.tsx";

/** The report's shape before it is there, and the footer below the fold as it will be. */
export function ReportSkeleton() {
	return (
		<div className="min-h-dvh">
			<ReportLayout
				title={
					<div className="flex flex-col gap-4">
						<PageHeading className="late text-sm text-muted">
							Loading Analysis...
						</PageHeading>
						<div className="flex flex-col gap-3">
							<Skeleton className="h-8 w-full" />
							<Skeleton className="h-5 w-1/2" />
						</div>
					</div>
				}
				verdict={<Skeleton className="h-96" />}
				body={
					<>
						<Skeleton className="aspect-video lg:aspect-[5/2]" />
						<Skeleton className="h-20" />
						<Skeleton className="h-40" />
						<Skeleton className="h-40" />
					</>
				}
			/>
		</div>
	);
}
