import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { AnalyzeProvider } from "#web/features/analyze/analyze-provider.tsx";
import { ProgressChip } from "#web/features/analyze/progress-chip.tsx";
import { AccountControls } from "#web/features/auth/account-controls.tsx";
import { useAuth } from "#web/features/auth/auth-context.ts";
import { AuthProvider } from "#web/features/auth/auth-provider.tsx";
import { useGatedNavigation } from "#web/features/auth/use-gated-navigation.ts";
import { SearchBox } from "#web/features/search/search-box.tsx";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { RouteArrival } from "./route-arrival.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { ToastRegion } from "./toast-region.tsx";

const NotificationBell = lazyPart(async () => ({
	default: (await import("#web/features/notifications/notification-bell.tsx"))
		.NotificationBell,
}));

const ShortcutKeys = lazyPart(async () => ({
	// A page without shortcuts is a whole page.
	default: await import("./shortcut-keys.tsx").then(
		(part) => part.ShortcutKeys,
		() => () => null,
	),
}));

/** What stands around every page. */
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
	return (
		<AnalyzeProvider promptSignIn={promptSignIn}>
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
					bell={
						user && (
							<ErrorBoundary instead={<span className="size-11" />}>
								<Suspense fallback={<span aria-busy className="size-11" />}>
									<NotificationBell key={user.id} user={user} />
								</Suspense>
							</ErrorBoundary>
						)
					}
				/>
				<OfflineNotice />
				<RouteArrival />
				<main id="main" tabIndex={-1} className="grow focus:outline-none">
					<ErrorBoundary resetKey={pathname}>
						<Suspense fallback={<div aria-busy className="min-h-dvh" />}>
							{children}
						</Suspense>
					</ErrorBoundary>
				</main>
				<SiteFooter />
			</div>
			<ToastRegion />
			<Suspense fallback={null}>
				<ShortcutKeys />
			</Suspense>
		</AnalyzeProvider>
	);
}
