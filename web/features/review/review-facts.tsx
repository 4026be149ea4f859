import { Fragment, type ReactNode } from "react";

/** Names with their values; what has none is left out. */
export function ReviewFacts({ facts }: { facts: [string, ReactNode][] }) {
	return (
		<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm sm:gap-x-6">
			{facts.map(([name, value]) =>
				value === null || value === "" ? null : (
					<Fragment key={name}>
						<dt className="text-muted">{name}</dt>
						<dd className="[overflow-wrap:anywhere] whitespace-pre-line">
							{value}
						</dd>
					</Fragment>
				),
			)}
		</dl>
	);
}
