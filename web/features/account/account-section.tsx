import { type ReactNode, useId } from "react";

/** One matter of the account: what it is about, and what can be done. */
export function AccountSection({
	title,
	about,
	children,
}: {
	title: string;
	about?: ReactNode;
	children: ReactNode;
}) {
	const id = useId();
	return (
		<section
			aria-labelledby={id}
			className="grid gap-x-10 gap-y-4 border-t border-line py-8 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
		>
			<div>
				<h2 id={id} className="font-serif text-xl font-semibold">
					{title}
				</h2>
				{about !== undefined && (
					<p className="mt-1 max-w-[48ch] text-sm text-muted">{about}</p>
				)}
			</div>
			<div className="flex min-w-0 max-w-xl flex-col items-start gap-4">
				{children}
			</div>
		</section>
	);
}
