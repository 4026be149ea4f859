import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** A link to another site in a new tab, which its accessible name also says. */
export function OutsideLink({
	href,
	rel = "noopener noreferrer",
	className = "py-1 link",
	children,
}: {
	href: string;
	rel?: string;
	className?: string;
	children: ReactNode;
}) {
	return (
		<a href={href} target="_blank" rel={rel} className={className}>
			{children}
			<Icon name="external" className="ml-1 align-[-0.1em]" />
			<span className="sr-only"> (opens in a new tab)</span>
		</a>
	);
}
