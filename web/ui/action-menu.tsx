import { Menu } from "@base-ui/react/menu";
import type { RefObject } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type MenuAction = {
	label: string;
	icon: IconName;
	/** Set for an entry that performs an action on this page. */
	onPress?: () => void;
	/** Set for a link, either to another site (in a new tab) or to a file. */
	href?: string;
	/** A table is a CSV file that the server also writes for Excel in the reader's region. */
	kind?: "outside" | "download" | "table";
};

/**
 * Excel splits at a semicolon where the reader's region writes decimals with a comma, and opens a file
 * with commas as one column there.
 */
export function withExcel(actions: MenuAction[], region: string): MenuAction[] {
	const locale = knownLocale(region);
	if (!/^\p{Nd},/u.test(new Intl.NumberFormat(locale).format(0.5))) return actions;
	const [language = ""] = locale.split("-");
	const name = new Intl.DisplayNames("en", { type: "language" }).of(language);
	return actions.flatMap((action) =>
		action.kind === "table"
			? [
					action,
					{ ...action, label: `For Excel in ${name} (CSV)`, href: `${action.href}?separator=%3B` },
				]
			: [action],
	);
}

/** Some systems give the browser a name that is none, such as "en-US@posix": then its own default. */
function knownLocale(name: string): string {
	try {
		return Intl.getCanonicalLocales(name)[0] ?? knownLocale("en");
	} catch {
		return Intl.NumberFormat().resolvedOptions().locale;
	}
}

const ITEM =
	"flex min-h-11 w-full items-center gap-3 px-4 text-left no-underline select-none data-[highlighted]:bg-sunken data-[highlighted]:outline-2 data-[highlighted]:-outline-offset-2 data-[highlighted]:outline-ink";

/** The list that a menu button opens. */
export function ActionMenu({
	actions,
	anchor,
	open,
	onClose,
}: {
	actions: MenuAction[];
	anchor: RefObject<HTMLButtonElement | null>;
	open: boolean;
	onClose: () => void;
}) {
	return (
		<Menu.Root
			open={open}
			modal={false}
			onOpenChange={(next, { event, reason }) => {
				// A click on the button already closes the menu.
				const on_button =
					reason === "outside-press" && anchor.current?.contains(event.target as Node | null);
				if (!next && !on_button) onClose();
			}}
		>
			<Menu.Portal>
				<Menu.Positioner
					anchor={anchor}
					align="start"
					sideOffset={6}
					collisionPadding={12}
					className="z-40"
				>
					<Menu.Popup
						finalFocus={anchor}
						// A menu without a trigger has no next element, so Tab returns to the button.
						onKeyDown={(event) => {
							if (event.key !== "Tab") return;
							event.preventDefault();
							onClose();
						}}
						aria-label={anchor.current?.textContent ?? undefined}
						className="min-w-56 max-w-[var(--available-width)] border border-rule bg-raised py-1 shadow-lift focus:outline-none sm:rounded-md"
					>
						{withExcel(actions, navigator.language).map((action) => (
							<ActionItem key={action.label} action={action} />
						))}
					</Menu.Popup>
				</Menu.Positioner>
			</Menu.Portal>
		</Menu.Root>
	);
}

function ActionItem({ action }: { action: MenuAction }) {
	const { label, icon, href, kind, onPress } = action;
	if (href === undefined) {
		return (
			<Menu.Item className={ITEM} onClick={onPress}>
				<Icon name={icon} />
				{label}
			</Menu.Item>
		);
	}
	return (
		<Menu.LinkItem
			closeOnClick
			className={ITEM}
			href={href}
			{...(kind === "outside"
				? { target: "_blank", rel: "noopener noreferrer" }
				: { download: "" })}
		>
			<Icon name={icon} />
			<span>
				{label}
				{kind === "outside" && <span className="sr-only"> (opens in a new tab)</span>}
			</span>
		</Menu.LinkItem>
	);
}
