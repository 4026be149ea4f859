import { type ReactNode, useEffect, useRef } from "react";
import { takeArrival } from "./arrival.ts";

/** The page's h1. After a change of route it takes the focus, so that it is read out. */
export function PageHeading({
	children,
	className = "font-serif text-2xl font-semibold sm:text-3xl",
}: {
	children: ReactNode;
	className?: string;
}) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (takeArrival()) heading.current?.focus({ preventScroll: true });
	}, []);
	return (
		<h1 ref={heading} tabIndex={-1} className={className}>
			{children}
		</h1>
	);
}
