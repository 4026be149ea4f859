import { type ReactNode, useState } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { paths } from "../paths.ts";
import { Icon } from "../ui/icon.tsx";
import { SiteMark } from "./site-mark.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Name, search, running analysis, account; folded into a menu on a phone. */
export function SiteHeader({
	search,
	progress,
	account,
}: {
	search: ReactNode;
	progress: ReactNode;
	account: ReactNode;
}) {
	const { pathname } = useLocation();
	// Opened on this page; another page finds it closed.
	const [openAt, setOpenAt] = useState<string | null>(null);
	const open = openAt === pathname;
	return (
		<header className="sticky top-0 z-20 border-b border-line bg-ground">
			<div className="page-width flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 md:flex-nowrap">
				<SiteMark />
				<div className="flex items-center gap-1 md:contents">
					<div className="empty:hidden">{progress}</div>
					<span className="md:hidden">
						<button
							type="button"
							aria-expanded={open}
							aria-controls="site-menu"
							aria-label={open ? "Close menu" : "Open menu"}
							onClick={() => setOpenAt(open ? null : pathname)}
							className="grid size-11 place-items-center rounded-md text-lg hover:bg-sunken"
						>
							<Icon name={open ? "close" : "menu"} />
						</button>
					</span>
				</div>
				<div
					id="site-menu"
					className={`w-full flex-col gap-3 pb-2 md:order-2 md:flex md:w-auto md:min-w-0 md:grow md:flex-row md:items-center md:pb-0 ${open ? "flex" : "hidden"}`}
				>
					<div className="md:mx-auto md:min-w-0 md:max-w-md md:grow">
						{search}
					</div>
					<nav aria-label="Main">
						<NavLink
							to={paths.archive()}
							end
							className="flex min-h-11 items-center px-2 text-sm whitespace-nowrap font-semibold underline-offset-4 hover:underline aria-[current=page]:underline aria-[current=page]:decoration-2"
						>
							All Analyses
						</NavLink>
					</nav>
					<div className="flex items-center justify-between gap-2 md:flex-row-reverse">
						{account}
						<ThemeSwitch />
					</div>
				</div>
			</div>
		</header>
	);
}
