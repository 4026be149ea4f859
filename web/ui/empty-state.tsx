import type { ReactNode } from "react";

/** Nothing to show: why, and the one thing to do. */
export function EmptyState({
	title,
	text,
	children,
}: {
	title: string;
	text: string;
	children?: ReactNode;
}) {
	return (
		<div className="hatched-quiet border border-line p-1">
			<div className="flex flex-col items-start gap-3 bg-ground px-5 py-8 sm:px-8">
				<h2 className="font-serif text-xl font-semibold">{title}</h2>
				<p className="max-w-[60ch] text-muted">{text}</p>
				{children}
			</div>
		</div>
	);
}
