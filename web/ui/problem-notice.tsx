import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** What happened, what it means, what to do next. */
export function ProblemNotice({
	title,
	detail,
	children,
	announce = true,
}: {
	title?: string;
	detail: string;
	/** The next step. */
	children?: ReactNode;
	announce?: boolean;
}) {
	return (
		<div
			role={announce ? "alert" : undefined}
			className="border-l-4 border-ink bg-sunken px-4 py-3"
		>
			{title !== undefined && (
				<p className="flex items-center gap-2 font-semibold">
					<Icon name="warning" />
					{title}
				</p>
			)}
			<p>{detail}</p>
			{children !== undefined && <div className="mt-3">{children}</div>}
		</div>
	);
}
