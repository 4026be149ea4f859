import type { ReactNode } from "react";
import { Skeleton } from "./skeleton.tsx";

/** Cards side by side, as many as fit. */
export function VideoGrid({ children }: { children: ReactNode }) {
	return (
		<ul className="grid gap-x-7 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
			{children}
		</ul>
	);
}

/** The grid before its videos are known. */
export function VideoGridSkeleton({ count }: { count: number }) {
	const places = Array.from({ length: count }, (_, index) => `place-${index}`);
	return (
		<VideoGrid>
			{places.map((place) => (
				<li
					key={place}
					className="flex flex-col gap-3 border-t-2 border-line pt-3"
				>
					<Skeleton className="aspect-video" />
					<Skeleton className="h-6 w-4/5" />
					<Skeleton className="h-4 w-2/5" />
					<Skeleton className="h-12" />
				</li>
			))}
		</VideoGrid>
	);
}
