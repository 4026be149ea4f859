import { Link } from "react-router-dom";
import { paths } from "../paths.ts";

/** The name, with the gauge as its sign. */
export function SiteMark() {
	return (
		<Link
			to={paths.home()}
			className="flex min-h-11 shrink-0 items-center gap-2 font-serif text-lg font-semibold whitespace-nowrap"
		>
			<svg viewBox="0 6 32 20" aria-hidden="true" className="h-5.5 w-9">
				<g className="fill-none stroke-current">
					<path
						d="M3 22a13 13 0 0 1 4.3-9.66M9.5 10.74a13 13 0 0 1 13 0M24.7 12.34A13 13 0 0 1 29 22"
						strokeWidth={4}
					/>
					<path d="M16 22l4.6-6.2" strokeWidth={3} strokeLinecap="round" />
				</g>
				<circle cx={16} cy={22} r={3.4} className="fill-current" />
			</svg>
			BS Detector
		</Link>
	);
}
