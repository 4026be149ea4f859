import { type ReactNode, Suspense, useContext, useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { formatTime } from "#contract/format.ts";
import { DEMO_WORDS } from "#contract/texts.ts";
import { ServedPageContext, storeAnswers } from "#web/api/page-data.ts";
import { useHealth } from "#web/api/use-site.ts";
import { AccountControls } from "#web/features/accounts/account-controls.tsx";
import { useAuth, useGatedNavigation } from "#web/features/accounts/auth-context.ts";
import { AuthProvider } from "#web/features/accounts/auth-provider.tsx";
import { AnalyzeProvider, ProgressChip } from "#web/features/analysis/analyze-provider.tsx";
import { SearchBox } from "#web/features/search/search-box.tsx";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { focusNextHeading } from "#web/ui/page-heading.tsx";
import { useTakenOver } from "#web/ui/taken-over.tsx";
import { ToastRegion } from "#web/ui/toasts.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

const NotificationBell = lazyComponent(
	async () =>
		(await import("#web/features/notifications/notification-button.tsx")).NotificationButton,
	undefined,
	{ missing: null },
);

const CopyNote = lazyComponent(
	async () => (await import("./copy-note.tsx")).CopyNote,
	"copy-note",
	{ missing: null },
);

const ShortcutKeys = lazyComponent(
	async () => (await import("./shortcuts/shortcut-keys.tsx")).ShortcutKeys,
	undefined,
	{ missing: null },
);

/** Header, footer and dialogs around every page. */
export function AppShell({ children }: { children: ReactNode }) {
	return (
		<AuthProvider>
			<SignedShell>{children}</SignedShell>
		</AuthProvider>
	);
}

function SignedShell({ children }: { children: ReactNode }) {
	const { user, promptSignIn } = useAuth();
	const { locked, choose } = useGatedNavigation();
	const { pathname } = useLocation();
	const taken_over = useTakenOver();
	return (
		<AnalyzeProvider signed_in={Boolean(user)} promptSignIn={promptSignIn}>
			<a
				href="#main"
				className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-ink focus:px-4 focus:py-3 focus:text-ground"
			>
				Skip to content
			</a>
			<div className="flex min-h-dvh flex-col">
				<DemoBanner />
				<SiteHeader
					search={<SearchBox locked={locked} onChoose={choose} />}
					progress={<ProgressChip />}
					account={<AccountControls />}
					notifications={
						user && (
							<ErrorBoundary fallback={<span className="size-11" />}>
								<Suspense fallback={<span aria-busy className="size-11" />}>
									<NotificationBell key={user.id} user={user} />
								</Suspense>
							</ErrorBoundary>
						)
					}
				/>
				<OfflineNotice />
				<CopyAge />
				<RouteFocus />
				<main id="main" tabIndex={-1} className="grow focus:outline-none">
					<ErrorBoundary resetKey={pathname} keeps="main">
						<Suspense fallback={<div aria-busy className="min-h-dvh" />}>
							{children}
							<TakenOver />
						</Suspense>
					</ErrorBoundary>
				</main>
				<SiteFooter />
			</div>
			<ToastRegion />
			{taken_over && (
				<Suspense fallback={null}>
					<ShortcutKeys />
				</Suspense>
			)}
		</AnalyzeProvider>
	);
}

/**
 * Marks the page as hydrated. Its own effect may run before parts beside it are hydrated, and a form
 * in such a part would be sent by the browser, so it waits until all are.
 */
function TakenOver() {
	const taken_over = useTakenOver();
	useEffect(() => {
		if (!taken_over) return;
		storeAnswers();
		return repeatKeptPresses();
	}, [taken_over]);
	return null;
}

/** Says on every page what is real without a model. */
function DemoBanner() {
	if (useHealth()?.mode !== "demo") return null;
	return (
		<aside
			aria-label="Demo mode"
			data-print="no"
			className="hatched-quiet border-b border-line p-1"
		>
			<p className="page-width bg-ground py-0.5 text-xs sm:py-1.5 sm:text-sm">
				<strong className="font-semibold">Demo mode.</strong> {DEMO_WORDS}
			</p>
		</aside>
	);
}

/** Says on a page that is shown from a copy how old it is, until another page is opened. */
function CopyAge() {
	const { age_min } = useContext(ServedPageContext);
	const { pathname } = useLocation();
	const [served] = useState(pathname);
	const [left, setLeft] = useState(false);
	if (pathname !== served && !left) setLeft(true);
	return age_min === undefined || left ? null : (
		<Suspense fallback={null}>
			<CopyNote minutes={age_min} />
		</Suspense>
	);
}

/** Shows since when the device is offline. Loaded content stays visible. */
function OfflineNotice() {
	const [since, setSince] = useState<Date | null>(null);
	useEffect(() => {
		if (!navigator.onLine) setSince(new Date());
		const leave = () => setSince(new Date());
		const back = () => setSince(null);
		window.addEventListener("offline", leave);
		window.addEventListener("online", back);
		return () => {
			window.removeEventListener("offline", leave);
			window.removeEventListener("online", back);
		};
	}, []);
	return (
		// Above the veil of a dialog, and below the dialog itself.
		<div role="status" className="sticky top-(--header) z-45">
			{since !== null && (
				<p
					className="flex min-h-(--notice) items-center bg-ink text-sm text-ground"
					data-offline=""
				>
					<span className="page-width block py-1">
						You are offline. What you see was loaded before {formatTime(since)}.
					</span>
				</p>
			)}
		</div>
	);
}

/**
 * After a navigation, scrolls to the top and focuses the heading. It precedes the page in the
 * tree, so that its effect runs first.
 */
function RouteFocus() {
	const { pathname, hash } = useLocation();
	const type = useNavigationType();
	const last = useRef(pathname);
	useEffect(() => {
		if (last.current === pathname) return;
		last.current = pathname;
		delete document.documentElement.dataset.hydrated;
		focusNextHeading();
		// On back navigation the browser restores the position itself.
		if (type !== "POP" && hash === "") window.scrollTo(0, 0);
	}, [pathname, hash, type]);
	return null;
}

declare global {
	interface Window {
		/** Defined by public/keep-presses.js, which records clicks before the app runs; missing in tests. */
		releasePresses?: () => Iterable<HTMLElement>;
	}
}

/** Replays, in order, the clicks and form submissions from before the hydration. */
export function repeatKeptPresses(): () => void {
	// Runs after the changes of the fields' values, which the app reads during hydration.
	let timer = setTimeout(() => {
		document.documentElement.dataset.ready = "";
		carryOut([...(window.releasePresses?.() ?? [])]);
	});
	function carryOut([control, ...later]: HTMLElement[]): void {
		if (!control) return;
		if (control instanceof HTMLFormElement && control.isConnected) control.requestSubmit();
		else if (control.isConnected) control.click();
		// The next replayed click must act on the page that results from this one, for example with a
		// filled field.
		timer = setTimeout(() => carryOut(later));
	}
	return () => clearTimeout(timer);
}
