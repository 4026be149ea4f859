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
	bell,
}: {
	search: ReactNode;
	progress: ReactNode;
	account: ReactNode;
	bell: ReactNode;
}) {
	const { pathname } = useLocation();
	// Opened on this page; another page finds it closed.
	const [openAt, setOpenAt] = useState<string | null>(null);
	const open = openAt === pathname;
	return (
		<header className="sticky top-0 z-20 border-b border-line bg-ground">
			<div className="page-width flex min-h-16 flex-wrap items-center justify-between gap-x-2 gap-y-2 py-2 sm:gap-x-4 lg:flex-nowrap">
				<SiteMark />
				<div className="ml-auto flex items-center gap-1 lg:contents">
					<div className="empty:hidden">{progress}</div>
					<div className="flex empty:hidden lg:order-3">{bell}</div>
					<span className="lg:hidden">
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
					className={`order-2 w-full flex-col gap-3 pb-2 lg:flex lg:w-auto lg:min-w-0 lg:grow lg:flex-row lg:items-center lg:pb-0 ${open ? "flex" : "hidden"}`}
				>
					<div className="lg:mx-auto lg:min-w-0 lg:max-w-md lg:grow">
						{search}
					</div>
					<nav
						aria-label="Main"
						className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:flex-nowrap lg:gap-x-2"
					>
						<NavLink
							to={paths.archive()}
							end
							className="flex min-h-11 items-center px-2 text-sm whitespace-nowrap font-semibold underline-offset-4 hover:underline aria-[current=page]:underline aria-[current=page]:decoration-2"
						>
							All Analyses
						</NavLink>
						<NavLink
							to={paths.dashboard()}
							className="flex min-h-11 items-center rounded-md border border-rule bg-raised px-4 text-sm font-semibold hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-ground"
						>
							Dashboard
						</NavLink>
					</nav>
					<div className="flex items-center justify-between gap-2 lg:flex-row-reverse">
						{account}
						<ThemeSwitch />
					</div>
				</div>
			</div>
		</header>
	);
}
