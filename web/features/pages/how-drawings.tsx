import { Drawing } from "#web/ui/step-drawings.tsx";

/** The field with a link in it, and its press. */
export function LinkDrawing() {
	return (
		<Drawing viewBox="0 0 280 112">
			<path
				d="M24.5 38.5h232v35h-232z"
				className="fill-ground stroke-ink"
				strokeWidth={1.5}
			/>
			<path d="M186.5 38.5h70v35h-70z" className="fill-ink" />
			<path d="M38 56h126" className="stroke-rule" strokeWidth={5} />
			<path
				d="m214 50 7 6-7 6"
				className="stroke-ground"
				strokeWidth={2.5}
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
		</Drawing>
	);
}

/** Three scales, one a model, each with its own answer. */
export function RatingsDrawing() {
	return (
		<Drawing viewBox="0 0 280 112">
			{[92, 128, 166].map((at, row) => (
				<g key={at} transform={`translate(0 ${28 + row * 28})`}>
					<path
						d="M24.5-5v10M94-4v8M186-4v8M255.5-5v10M24 0h232"
						className="stroke-rule"
						strokeWidth={1.5}
					/>
					<circle
						cx={at}
						cy={0}
						r={6}
						className="fill-raised stroke-ink"
						strokeWidth={2.5}
					/>
				</g>
			))}
		</Drawing>
	);
}
