import type { ComponentType } from "react";
import { Route, Routes } from "react-router-dom";
import { HomePage } from "#web/features/site/home/home-page.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { paths, RESULTS_ROUTE, STATEMENT_ROUTE } from "./paths.ts";

const results = pageOnDemand(
	async () =>
		(await import("#web/features/reports/results-page.tsx")).ResultsPage,
);
const ArchivePage = lazyPart(async () => ({
	default: (await import("#web/features/reports/archive-page.tsx")).ArchivePage,
}));
const DashboardPage = lazyPart(async () => ({
	default: (await import("#web/features/dashboard/dashboard-page.tsx"))
		.DashboardPage,
}));
const ReviewPage = lazyPart(async () => ({
	default: (await import("#web/features/operations/admin-page.tsx")).ReviewPage,
}));
const AccountPage = lazyPart(async () => ({
	default: (await import("#web/features/accounts/account-page.tsx"))
		.AccountPage,
}));
const ConfirmPage = lazyPart(async () => ({
	default: (await import("#web/features/accounts/sign-in/confirm-page.tsx"))
		.ConfirmPage,
}));
const ResetPasswordPage = lazyPart(async () => ({
	default: (
		await import("#web/features/accounts/sign-in/reset-password-page.tsx")
	).ResetPasswordPage,
}));
const ForgotPasswordPage = lazyPart(async () => ({
	default: (
		await import("#web/features/accounts/sign-in/forgot-password-page.tsx")
	).ForgotPasswordPage,
}));
const AboutPage = lazyPart(async () => ({
	default: (await import("#web/features/site/pages/about-page.tsx")).AboutPage,
}));
const HowItWorksPage = lazyPart(async () => ({
	default: (await import("#web/features/site/pages/how-it-works-page.tsx"))
		.HowItWorksPage,
}));
const CreatorsPage = lazyPart(async () => ({
	default: (await import("#web/features/site/pages/creators-page.tsx"))
		.CreatorsPage,
}));
const ApiPage = lazyPart(async () => ({
	default: (await import("#web/features/site/pages/api-page.tsx")).ApiPage,
}));
const PrivacyPage = lazyPart(async () => ({
	default: (await import("#web/features/site/pages/privacy-page.tsx"))
		.PrivacyPage,
}));
const TermsPage = lazyPart(async () => ({
	default: (await import("#web/features/site/pages/terms-page.tsx")).TermsPage,
}));
const ContactPage = lazyPart(async () => ({
	default: (await import("#web/features/site/pages/contact-page.tsx"))
		.ContactPage,
}));
const NotFoundPage = lazyPart(async () => ({
	default: (await import("#web/features/site/pages/not-found-page.tsx"))
		.NotFoundPage,
}));

/** Resolves when the app can replace the content that came with the page. */
export async function firstPageReady(pathname: string): Promise<void> {
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
			<Route path={paths.review()} element={<ReviewPage />} />
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
function pageOnDemand(load: () => Promise<ComponentType>) {
	let page: ComponentType = lazyPart(async () => ({ default: await load() }));
	return {
		/** Resolves when the page can be shown at once. Must be called before the first render. */
		ready: async () => {
			page = await load();
		},
		page: () => page,
	};
}
