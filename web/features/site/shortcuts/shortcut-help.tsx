import { useState } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { SHORTCUTS, setShortcutsEnabled, shortcutsEnabled } from "./shortcuts.ts";

/** The list of shortcuts, and the switch that disables them. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
	const [on, setOn] = useState(shortcutsEnabled);
	return (
		<Dialog open={open} title="Keyboard shortcuts" onClose={onClose}>
			<dl
				className={`mt-4 grid grid-cols-[5rem_1fr] items-center gap-y-2 ${on ? "" : "text-muted"}`}
			>
				{SHORTCUTS.map(({ key, label, does }) => (
					<div key={key} className="col-span-2 grid grid-cols-subgrid">
						<dt>
							<kbd className="inline-grid min-w-8 place-items-center rounded-md border border-rule bg-sunken px-2 font-sans text-sm leading-7 font-semibold">
								{label}
							</kbd>
						</dt>
						<dd className="self-center">{does}</dd>
					</div>
				))}
			</dl>
			<label className="mt-5 flex min-h-11 items-center gap-3 border-t border-line pt-4">
				<input
					type="checkbox"
					checked={on}
					onChange={({ target }) => {
						setShortcutsEnabled(target.checked);
						setOn(target.checked);
					}}
					className="size-5 accent-ink"
				/>
				Use these keys
			</label>
			<p className="text-sm text-muted">
				{on
					? "They do nothing while you type. Turn them off if another program uses single keys."
					: "They are off in this browser. Esc still closes what is open."}
			</p>
		</Dialog>
	);
}
