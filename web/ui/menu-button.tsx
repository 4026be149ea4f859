import { type ReactNode, Suspense, useRef, useState } from "react";
import type { MenuAction } from "./action-menu.tsx";
import { Button } from "./button.tsx";
import { lazyComponent, missingLayer } from "./lazy-part.tsx";

const ActionMenu = lazyComponent(
	async () => (await import("./action-menu.tsx")).ActionMenu,
	undefined,
	{ ahead: true, missing: missingLayer },
);

export function MenuButton({ actions, children }: { actions: MenuAction[]; children: ReactNode }) {
	const [open, setOpen] = useState(false);
	const [wanted, setWanted] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
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
