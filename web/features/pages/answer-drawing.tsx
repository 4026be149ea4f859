/** A rated statement, and the answer that stands under it. */
export function AnswerDrawing() {
	return (
		<svg
			viewBox="0 0 416 250"
			aria-hidden="true"
			className="h-auto w-full max-w-104"
			fill="none"
		>
			<path
				d="M.75.75h330v112h-330z"
				className="fill-raised stroke-rule"
				strokeWidth={1.5}
			/>
			<text className="fill-ink font-serif text-[44px]" x={18} y={56}>
				“
			</text>
			<path d="M50 32h244M50 48h176" className="stroke-ink" strokeWidth={6} />
			<path d="M24 84h282" className="stroke-line" strokeWidth={1.5} />
			<path
				d="M24 79v10M108.6 80v8M221.4 80v8M306 79v10"
				className="stroke-rule"
				strokeWidth={1.5}
			/>
			{[120, 164, 206].map((at) => (
				<circle
					key={at}
					cx={at}
					cy={84}
					r={5}
					className="fill-raised stroke-ink"
					strokeWidth={2.5}
				/>
			))}
			<path
				d="M40 114v58h44"
				className="stroke-ink"
				strokeWidth={2}
				strokeLinejoin="round"
			/>
			<path
				d="M85 137h330v112h-330z"
				className="fill-ground stroke-ink"
				strokeWidth={2}
			/>
			<circle cx={114} cy={168} r={13} className="fill-ink" />
			<path
				d="m108 168 4.5 4.5 8-9"
				className="stroke-ground"
				strokeWidth={2.5}
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
			<path d="M140 168h120" className="stroke-ink" strokeWidth={6} />
			<path
				d="M102 200h290M102 218h220"
				className="stroke-rule"
				strokeWidth={6}
			/>
		</svg>
	);
}
