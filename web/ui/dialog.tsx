import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { Icon } from "./icon.tsx";

const FIRST = "input:not([readonly]), textarea:not([readonly]), [data-first-focus]";

/** A modal dialog. It traps the focus; Escape and a click on the backdrop close it. */
export function Dialog({
	open,
	title,
	wide = false,
	onClose,
	onClosed,
	children,
}: {
	open: boolean;
	title: string;
	/** Uses two columns if the screen is wide enough. */
	wide?: boolean;
	onClose: () => void;
	/** Called after the closing animation, when the dialog is no longer visible. */
	onClosed?: () => void;
	children: ReactNode;
}) {
	const popup = useRef<HTMLDivElement>(null);
	return (
		<Base.Root
			open={open}
			onOpenChange={(next) => {
				if (!next) onClose();
			}}
			onOpenChangeComplete={(next) => {
				if (!next) onClosed?.();
			}}
		>
			<Base.Portal>
				<Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
				<Base.Popup
					ref={popup}
					// The first field of a form gets the focus, or what is marked and comes before it; without a
					// form, the first button does.
					initialFocus={() => popup.current?.querySelector<HTMLElement>(FIRST) ?? true}
					className={`fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[92dvh] w-full ${wide ? "max-w-3xl sm:w-[calc(100%-3rem)]" : "max-w-lg"} overflow-y-auto overscroll-contain border border-rule bg-raised p-5 shadow-lift transition duration-200 ease-out data-[ending-style]:translate-y-2 data-[ending-style]:opacity-0 data-[starting-style]:translate-y-2 data-[starting-style]:opacity-0 sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 sm:rounded-md sm:p-7 sm:data-[ending-style]:-translate-y-[48%] sm:data-[starting-style]:-translate-y-[48%]`}
				>
					<div className="flex items-start justify-between gap-4">
						<Base.Title className="heading">{title}</Base.Title>
						<Base.Close
							aria-label="Close dialog"
							className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
						>
							<Icon name="close" />
						</Base.Close>
					</div>
					{children}
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	);
}
