import type { ComponentType } from "react";
import { Route, Routes } from "react-router-dom";
import { HomePage } from "#web/features/site/home/home-page.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { paths, RESULTS_ROUTE, STATEMENT_ROUTE } from "./paths.ts";

const results = preloadablePage(
	async () =>
		(await import("#web/features/reports/results-page.tsx")).ResultsPage,
);
const ArchivePage = lazyComponent(async () => ({
	default: (await import("#web/features/reports/archive-page.tsx")).ArchivePage,
}));
const DashboardPage = lazyComponent(async () => ({
	default: (await import("#web/features/dashboard/dashboard-page.tsx"))
		.DashboardPage,
}));
const ReviewPage = lazyComponent(async () => ({
	default: (await import("#web/features/operations/admin-page.tsx")).AdminPage,
}));
const AccountPage = lazyComponent(async () => ({
	default: (await import("#web/features/accounts/account-page.tsx"))
		.AccountPage,
}));
const ConfirmPage = lazyComponent(async () => ({
	default: (await import("#web/features/accounts/sign-in/confirm-page.tsx"))
		.ConfirmPage,
}));
const ResetPasswordPage = lazyComponent(async () => ({
	default: (
		await import("#web/features/accounts/sign-in/reset-password-page.tsx")
	).ResetPasswordPage,
}));
const ForgotPasswordPage = lazyComponent(async () => ({
	default: (
		await import("#web/features/accounts/sign-in/forgot-password-page.tsx")
	).ForgotPasswordPage,
}));
const AboutPage = lazyComponent(async () => ({
	default: (await import("#web/features/site/pages/about-page.tsx")).AboutPage,
}));
const HowItWorksPage = lazyComponent(async () => ({
	default: (await import("#web/features/site/pages/how-it-works-page.tsx"))
		.HowItWorksPage,
}));
const CreatorsPage = lazyComponent(async () => ({
	default: (await import("#web/features/site/pages/creators-page.tsx"))
		.CreatorsPage,
}));
const ApiPage = lazyComponent(async () => ({
	default: (await import("#web/features/site/pages/api-page.tsx")).ApiPage,
}));
const PrivacyPage = lazyComponent(async () => ({
	default: (await import("#web/features/site/pages/privacy-page.tsx"))
		.PrivacyPage,
}));
const TermsPage = lazyComponent(async () => ({
	default: (await import("#web/features/site/pages/terms-page.tsx")).TermsPage,
}));
const ContactPage = lazyComponent(async () => ({
	default: (await import("#web/features/site/pages/contact-page.tsx"))
		.ContactPage,
}));
const NotFoundPage = lazyComponent(async () => ({
	default: (await import("#web/features/site/pages/not-found-page.tsx"))
		.NotFoundPage,
}));

/** Resolves when the app can replace the content that came with the page. */
export async function preloadFirstPage(pathname: string): Promise<void> {
	if (pathname.startsWith(paths.results(""))) await results.ready();
}

/** The page at each address; all but the first are loaded on demand. */
export function AppRoutes() {
	const ResultsPage = results.page();
	return (
		<Routes>
			<Route path={paths.home()} element={<HomePage />} />
			<Route path={paths.archive()} element={<ArchivePage />} />
			<Route path={RESULTS_ROUTE} element={<ResultsPage />} />
			<Route path={STATEMENT_ROUTE} element={<ResultsPage />} />
			<Route path={paths.dashboard()} element={<DashboardPage />} />
			<Route path={paths.admin()} element={<ReviewPage />} />
			<Route path={paths.account()} element={<AccountPage />} />
			<Route path={paths.confirm()} element={<ConfirmPage />} />
			<Route path={paths.resetPassword()} element={<ResetPasswordPage />} />
			<Route path={paths.forgotPassword()} element={<ForgotPasswordPage />} />
			<Route path={paths.about()} element={<AboutPage />} />
			<Route path={paths.howItWorks()} element={<HowItWorksPage />} />
			<Route path={paths.creators()} element={<CreatorsPage />} />
			<Route path={paths.api()} element={<ApiPage />} />
			<Route path={paths.privacy()} element={<PrivacyPage />} />
			<Route path={paths.terms()} element={<TermsPage />} />
			<Route path={paths.contact()} element={<ContactPage />} />
			<Route path="*" element={<NotFoundPage />} />
		</Routes>
	);
}

/** A page whose code is loaded when it is first shown, or earlier if `ready` is called. */
function preloadablePage(load: () => Promise<ComponentType>) {
	let page: ComponentType = lazyComponent(async () => ({
		default: await load(),
	}));
	return {
		/** Resolves when the page can be shown at once. Must be called before the first render. */
		ready: async () => {
			page = await load();
		},
		page: () => page,
	};
}
