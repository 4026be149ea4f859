/** Short facts in a row, with a dot between two that are on the same line. */
export function Facts({ facts, className }: { facts: readonly string[]; className: string }) {
	return (
		<p className={`facts ${className}`}>
			{facts.map((fact, index) => (
				<span key={fact}>{`${index === 0 ? "" : "· "}${fact} `}</span>
			))}
		</p>
	);
}
