import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { Icon } from "./icon.tsx";

export type Tab<Id extends string> = {
	id: Id;
	label: string;
	/** Only for members: the tab is shown with a note. */
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

/** Tabs over one panel. Arrow keys, Home and End move the focus and choose. */
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
	const base = useId();
	const list = useRef<HTMLDivElement>(null);

	function move(event: KeyboardEvent, from: number): void {
		const to = targetIndex(event.key, from, tabs.length);
		const tab = to === null ? undefined : tabs[to];
		if (tab === undefined) return;
		event.preventDefault();
		list.current?.querySelectorAll("button")[to ?? 0]?.focus();
		if (tab.locked !== true) onChoose(tab.id);
	}

	return (
		<div className="flex flex-col gap-6">
			<div
				ref={list}
				role="tablist"
				aria-label={label}
				className={LOOKS[variant].list}
				data-print="no"
			>
				{tabs.map(({ id, label: words, locked = false }, place) => (
					<button
						key={id}
						id={`${base}-${id}`}
						type="button"
						role="tab"
						aria-selected={id === chosen}
						aria-disabled={locked || undefined}
						aria-controls={id === chosen ? `${base}-panel` : undefined}
						tabIndex={id === chosen ? 0 : -1}
						onClick={() => {
							if (!locked) onChoose(id);
						}}
						onKeyDown={(event) => move(event, place)}
						className={`flex min-h-11 items-center justify-center gap-x-2 gap-y-1 aria-disabled:cursor-not-allowed ${LOOKS[variant].tab}`}
					>
						{words}
						{locked && <LoginRequired />}
					</button>
				))}
			</div>
			<div
				role="tabpanel"
				id={`${base}-panel`}
				aria-labelledby={`${base}-${chosen}`}
			>
				{children}
			</div>
		</div>
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

function targetIndex(key: string, from: number, count: number): number | null {
	switch (key) {
		case "ArrowRight":
			return (from + 1) % count;
		case "ArrowLeft":
			return (from + count - 1) % count;
		case "Home":
			return 0;
		case "End":
			return count - 1;
		default:
			return null;
	}
}
