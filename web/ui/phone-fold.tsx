import { type ReactNode, useId, useState } from "react";
import { Icon } from "./icon.tsx";

/** Parts that are folded on a phone and always visible on wider screens and in print. */
export function PhoneFold({
	label,
	className = "",
	children,
}: {
	label: string;
	/** The layout class of the parts. */
	className?: string;
	children: ReactNode;
}) {
	const [open, setOpen] = useState(false);
	const parts = useId();
	return (
		<>
			<button
				type="button"
				aria-expanded={open}
				aria-controls={parts}
				onClick={() => setOpen(!open)}
				className="inline-flex min-h-9 items-center gap-1 self-start text-sm font-semibold link sm:hidden noscript:hidden"
				data-print="no"
			>
				{label}
				<Icon name="chevron" className={open ? "rotate-180" : ""} />
			</button>
			<div
				id={parts}
				className={`${className} ${open ? "" : "not-noscript:not-print:max-sm:hidden"}`}
			>
				{children}
			</div>
		</>
	);
}
