import { type ReactNode, Suspense, useRef, useState } from "react";
import type { MenuAction } from "./action-menu.tsx";
import { Button } from "./button.tsx";
import { lazyComponent } from "./lazy-part.tsx";

const loadMenu = () => import("./action-menu.tsx");
const ActionMenu = lazyComponent(async () => (await loadMenu()).ActionMenu);

/** A button with a menu, whose code is loaded on hover or focus. */
export function MenuButton({ actions, children }: { actions: MenuAction[]; children: ReactNode }) {
	const [open, setOpen] = useState(false);
	const [wanted, setWanted] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	// A failure is shown after a click, but not on hover.
	const prepare = () => void loadMenu().catch(() => {});
	function show(next: boolean): void {
		setWanted(true);
		setOpen(next);
	}
	return (
		<>
			<Button
				ref={button}
				aria-haspopup="menu"
				aria-expanded={open}
				onPointerEnter={prepare}
				onFocus={prepare}
				onKeyDown={(event) => {
					if (event.key !== "ArrowDown") return;
					event.preventDefault();
					show(true);
				}}
				onClick={() => show(!open)}
			>
				{children}
			</Button>
			{wanted && (
				<Suspense fallback={null}>
					<ActionMenu
						actions={actions}
						anchor={button}
						open={open}
						onClose={() => setOpen(false)}
					/>
				</Suspense>
			)}
		</>
	);
}
