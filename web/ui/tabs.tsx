import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

export type Tab<Id extends string> = {
	id: Id;
	label: string;
	/** Whether the tab is for members only; it is then shown with a note. */
	locked?: boolean;
};

const LOOKS = {
	main: {
		list: "grid grid-cols-3 border-b border-rule sm:flex sm:gap-2",
		tab: "-mb-px flex-col border-b-4 border-transparent px-1 pt-2 pb-2 text-center text-sm leading-tight font-semibold hover:border-rule aria-selected:border-ink aria-disabled:text-muted aria-disabled:hover:border-transparent sm:flex-row sm:px-4 sm:text-base",
	},
	sub: {
		list: "flex flex-wrap gap-2",
		tab: "rounded-md border border-line bg-raised px-3 text-sm hover:border-ink aria-selected:border-ink aria-selected:bg-ink aria-selected:text-ground",
	},
};

/** Tabs with a shared panel. Arrow keys, Home and End move the focus and select. */
export function Tabs<Id extends string>({
	label,
	variant = "main",
	tabs,
	chosen,
	onChoose,
	children,
}: {
	label: string;
	variant?: keyof typeof LOOKS;
	tabs: Tab<Id>[];
	chosen: Id;
	onChoose: (id: Id) => void;
	/** The content of the chosen tab. */
	children: ReactNode;
}) {
	return (
		<Base.Root value={chosen} onValueChange={(id) => onChoose(id)} className="flex flex-col gap-6">
			<Base.List activateOnFocus aria-label={label} className={LOOKS[variant].list} data-print="no">
				{tabs.map(({ id, label: words, locked = false }) => (
					<Base.Tab
						key={id}
						value={id}
						disabled={locked}
						className={`flex min-h-11 items-center justify-center gap-x-2 gap-y-1 aria-disabled:cursor-not-allowed ${LOOKS[variant].tab}`}
					>
						{words}
						{locked && <LoginRequired />}
					</Base.Tab>
				))}
			</Base.List>
			{/* The panel's content is focusable, so the panel itself would be an additional tab stop. */}
			<Base.Panel value={chosen} tabIndex={undefined}>
				{children}
			</Base.Panel>
		</Base.Root>
	);
}

function LoginRequired() {
	return (
		<span className="inline-flex items-center gap-1 text-xs font-normal text-muted">
			<Icon name="lock" />
			Login Required
		</span>
	);
}
