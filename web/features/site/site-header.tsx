import { type ReactNode, useState } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useTakenOver } from "#web/ui/taken-over.tsx";

/** Name, search, running analysis, account; folded into a menu on a phone. */
export function SiteHeader({
	search,
	progress,
	account,
	notifications,
}: {
	search: ReactNode;
	progress: ReactNode;
	account: ReactNode;
	notifications: ReactNode;
}) {
	const { pathname } = useLocation();
	// The page on which the menu was opened. It is closed on other pages.
	const [openAt, setOpenAt] = useState<string | null>(null);
	const open = openAt === pathname;
	return (
		<header className="top-0 z-20 page-header border-b border-line bg-ground">
			<div className="page-width flex min-h-16 flex-wrap items-center justify-between gap-x-2 gap-y-2 py-2 sm:gap-x-4 lg:flex-nowrap">
				<SiteMark />
				<div className="ml-auto flex items-center gap-1 lg:contents">
					<div className="empty:hidden">{progress}</div>
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
					className={`max-lg:order-2 w-full flex-col gap-3 pb-2 lg:flex lg:w-auto lg:min-w-0 lg:grow lg:flex-row lg:items-center lg:pb-0 ${open ? "flex" : "hidden noscript:flex"}`}
				>
					<div className="lg:mx-auto lg:min-w-0 lg:max-w-md lg:grow">{search}</div>
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
					<div className="flex items-center justify-between gap-2">
						<ThemeSwitch />
						{account}
					</div>
				</div>
				<div className="flex empty:hidden max-lg:order-1">{notifications}</div>
			</div>
		</header>
	);
}

/** The site's name with its logo, the gauge. */
function SiteMark() {
	return (
		<Link
			to={paths.home()}
			className="flex min-h-11 shrink-0 items-center gap-2 font-serif text-lg font-semibold whitespace-nowrap"
		>
			<svg viewBox="0 6 32 20" aria-hidden="true" className="h-5.5 w-9">
				<g className="fill-none stroke-current">
					<path
						d="M3 22a13 13 0 0 1 4.3-9.66M9.5 10.74a13 13 0 0 1 13 0M24.7 12.34A13 13 0 0 1 29 22"
						strokeWidth={4}
					/>
					<path d="M16 22l4.6-6.2" strokeWidth={3} strokeLinecap="round" />
				</g>
				<circle cx={16} cy={22} r={3.4} className="fill-current" />
			</svg>
			BS Detector
		</Link>
	);
}

/** Switches between light and dark; the system's theme applies until it is clicked. */
function ThemeSwitch() {
	const [chosen, setChosen] = useState<Theme | null>(null);
	const taken_over = useTakenOver();
	const theme = chosen ?? (taken_over ? currentTheme() : "light");
	const other = theme === "dark" ? "light" : "dark";
	return (
		<button
			type="button"
			aria-label={`Switch to ${other} theme`}
			onClick={() => {
				applyTheme(other);
				setChosen(other);
			}}
			className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
		>
			<Icon name={theme === "dark" ? "sun" : "moon"} className="text-lg" />
		</button>
	);
}

type Theme = "light" | "dark";

/** The same key as in public/theme.js, which runs before the first paint. */
const KEY = "theme";

function currentTheme(): Theme {
	const chosen = document.documentElement.dataset.theme;
	return chosen === "light" || chosen === "dark" ? chosen : systemTheme();
}

/**
 * Stores the choice, unless it equals the system's theme. In that case the site follows the
 * system again.
 */
function applyTheme(theme: Theme): void {
	const follows = theme === systemTheme();
	if (follows) delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme;
	try {
		if (follows) localStorage.removeItem(KEY);
		else localStorage.setItem(KEY, theme);
	} catch {
		// Storage is blocked, so the choice lasts until the page is closed.
	}
}

function systemTheme(): Theme {
	return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
