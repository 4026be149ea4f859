/** Marks a score that no AI model gave, by word and texture. */
export function SimulatedBadge({ className = "" }: { className?: string }) {
	return (
		<span
			className={`inline-flex items-center gap-1.5 text-xs font-semibold text-muted ${className}`}
		>
			<span aria-hidden="true" className="hatched inline-block h-3 w-5 border border-current" />
			Simulated
		</span>
	);
}
