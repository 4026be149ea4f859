import type { ComponentProps } from "react";

export type ButtonLook = "primary" | "secondary" | "quiet";

const BASE =
	"inline-flex min-h-11 items-center justify-center gap-2 rounded-md text-base font-semibold transition-colors duration-150 disabled:opacity-60";

const LOOKS: Record<ButtonLook, string> = {
	primary:
		"border border-ink px-4 no-underline bg-ink text-ground hover:bg-transparent hover:text-ink",
	secondary: "border border-rule bg-raised px-4 text-ink no-underline hover:border-ink",
	quiet: "text-ink link",
};

/** The classes of a button; also for links that look like one. */
export function buttonClass(variant: ButtonLook, extra = ""): string {
	return `${BASE} ${LOOKS[variant]} ${extra}`;
}

export function Button({
	variant = "secondary",
	className,
	busy = false,
	children,
	...rest
}: ComponentProps<"button"> & {
	variant?: ButtonLook;
	/** Keeps the size and the focus while the action is running. */
	busy?: boolean;
}) {
	return (
		<button
			type="button"
			{...rest}
			className={buttonClass(variant, className)}
			aria-disabled={busy || undefined}
			onClick={busy ? (event) => event.preventDefault() : rest.onClick}
		>
			{children}
		</button>
	);
}
