/** Says that a score came from no AI model, in word and texture. */
export function SimulatedMark({ className = "" }: { className?: string }) {
	return (
		<span
			className={`inline-flex items-center gap-1.5 text-xs font-semibold text-muted ${className}`}
		>
			<span
				aria-hidden="true"
				className="hatched inline-block h-3 w-5 border border-current"
			/>
			Simulated
		</span>
	);
}
