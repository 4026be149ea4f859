/** Holds the place of what is loading, in its final size. */
export function Skeleton({ className }: { className: string }) {
	return (
		<div aria-hidden="true" className={`waiting bg-line/70 ${className}`} />
	);
}
