import { Route, Routes } from "react-router-dom";
import { pageOnDemand } from "./page-on-demand.ts";
import { HomePage } from "./pages/home-page.tsx";
import { paths, RESULTS_ROUTE, STATEMENT_ROUTE } from "./paths.ts";
import { lazyPart } from "./ui/lazy-part.tsx";

const results = pageOnDemand(
	async () => (await import("./pages/results-page.tsx")).ResultsPage,
);
const ArchivePage = lazyPart(async () => ({
	default: (await import("./pages/archive-page.tsx")).ArchivePage,
}));
const DashboardPage = lazyPart(async () => ({
	default: (await import("./pages/dashboard-page.tsx")).DashboardPage,
}));
const ReviewPage = lazyPart(async () => ({
	default: (await import("./pages/review-page.tsx")).ReviewPage,
}));
const AccountPage = lazyPart(async () => ({
	default: (await import("./pages/account-page.tsx")).AccountPage,
}));
const ConfirmPage = lazyPart(async () => ({
	default: (await import("./pages/confirm-page.tsx")).ConfirmPage,
}));
const ResetPasswordPage = lazyPart(async () => ({
	default: (await import("./pages/reset-password-page.tsx")).ResetPasswordPage,
}));
const ForgotPasswordPage = lazyPart(async () => ({
	default: (await import("./pages/forgot-password-page.tsx"))
		.ForgotPasswordPage,
}));
const AboutPage = lazyPart(async () => ({
	default: (await import("./pages/about-page.tsx")).AboutPage,
}));
const HowItWorksPage = lazyPart(async () => ({
	default: (await import("./pages/how-it-works-page.tsx")).HowItWorksPage,
}));
const CreatorsPage = lazyPart(async () => ({
	default: (await import("./pages/creators-page.tsx")).CreatorsPage,
}));
const ApiPage = lazyPart(async () => ({
	default: (await import("./pages/api-page.tsx")).ApiPage,
}));
const PrivacyPage = lazyPart(async () => ({
	default: (await import("./pages/privacy-page.tsx")).PrivacyPage,
}));
const TermsPage = lazyPart(async () => ({
	default: (await import("./pages/terms-page.tsx")).TermsPage,
}));
const ContactPage = lazyPart(async () => ({
	default: (await import("./pages/contact-page.tsx")).ContactPage,
}));
const NotFoundPage = lazyPart(async () => ({
	default: (await import("./pages/not-found-page.tsx")).NotFoundPage,
}));

/** Resolves when the app's first picture can replace the one that came with the page. */
export async function firstPageReady(pathname: string): Promise<void> {
	if (pathname.startsWith(paths.results(""))) await results.ready();
}

/** Which page stands at which address; all but the first are loaded on demand. */
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
