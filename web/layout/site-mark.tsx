import { Link } from "react-router-dom";
import { paths } from "../paths.ts";

/** The name, with the gauge as its sign. */
export function SiteMark() {
	return (
		<Link
			to={paths.home()}
			className="flex min-h-11 shrink-0 items-center gap-2 font-serif text-lg font-semibold whitespace-nowrap"
		>
			<svg viewBox="2 8 28 19" aria-hidden="true" className="h-6 w-9">
				<path
					d="M4 23a12 12 0 0 1 5.4-10M12.6 11.5a12 12 0 0 1 6.8 0M22.6 13A12 12 0 0 1 28 23M16 23l6.5-8.5"
					className="fill-none stroke-current"
					strokeWidth={2.5}
				/>
				<circle cx={16} cy={23} r={3} className="fill-current" />
			</svg>
			BS Detector
		</Link>
	);
}
