import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** An empty list: why it is empty, and the next step. */
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
				<h2 className="heading">{title}</h2>
				<p className="max-w-[60ch] text-muted">{text}</p>
				{children}
			</div>
		</div>
	);
}

/** What happened, what it means, and the next step. */
export function ProblemNotice({
	title,
	detail,
	children,
	announce = true,
}: {
	title?: string;
	detail: string;
	/** The next step. */
	children?: ReactNode;
	announce?: boolean;
}) {
	return (
		<div role={announce ? "alert" : undefined} className="note px-4 py-3">
			{title !== undefined && (
				<p className="flex items-center gap-2 font-semibold">
					<Icon name="warning" />
					{title}
				</p>
			)}
			<p>{detail}</p>
			{children !== undefined && <div className="mt-3">{children}</div>}
		</div>
	);
}

/** Shown instead of missing data: a placeholder while it loads, else why it could not be loaded. */
export function Loading({
	problem,
	retry,
	className,
}: {
	problem: Error | undefined;
	/** Loads the data again; without it the notice has no button. */
	retry?: () => unknown;
	/** The size of the placeholder. */
	className: string;
}) {
	if (problem === undefined) return <Skeleton className={className} />;
	return (
		<ProblemNotice detail={problem.message}>
			{retry && <Button onClick={() => void retry()}>Try Again</Button>}
		</ProblemNotice>
	);
}

/** A placeholder for loading content, in its final size. */
export function Skeleton({ className }: { className: string }) {
	return <div aria-hidden="true" className={`waiting bg-line/70 ${className}`} />;
}
