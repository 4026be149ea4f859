import { Route, Routes } from "react-router-dom";
import { HomePage } from "#web/features/site/home/home-page.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { CLAIM_ROUTE, HISTORY_ROUTE, paths, RESULTS_ROUTE, STATEMENT_ROUTE } from "./paths.ts";

const ResultsPage = lazyComponent(
	async () => (await import("#web/features/reports/results-page.tsx")).ResultsPage,
	"report",
);
const ArchivePage = lazyComponent(
	async () => (await import("#web/features/reports/archive-page.tsx")).ArchivePage,
	"archive",
);
const ClaimPage = lazyComponent(
	async () => (await import("#web/features/reports/claim-page.tsx")).ClaimPage,
	"claim",
);
const HistoryPage = lazyComponent(
	async () => (await import("#web/features/reports/history-page.tsx")).HistoryPage,
);
const DashboardPage = lazyComponent(
	async () => (await import("#web/features/dashboard/dashboard-page.tsx")).DashboardPage,
);
const ReviewPage = lazyComponent(
	async () => (await import("#web/features/operations/admin-page.tsx")).AdminPage,
);
const AccountPage = lazyComponent(
	async () => (await import("#web/features/accounts/account-page.tsx")).AccountPage,
);
const ConfirmPage = lazyComponent(
	async () => (await import("#web/features/accounts/sign-in/mail-link-pages.tsx")).ConfirmPage,
);
const ResetPasswordPage = lazyComponent(
	async () =>
		(await import("#web/features/accounts/sign-in/mail-link-pages.tsx")).ResetPasswordPage,
);
const ForgotPasswordPage = lazyComponent(
	async () =>
		(await import("#web/features/accounts/sign-in/forgot-password-page.tsx")).ForgotPasswordPage,
);
const AuthorizeExtensionPage = lazyComponent(
	async () =>
		(await import("#web/features/accounts/sign-in/authorize-extension-page.tsx"))
			.AuthorizeExtensionPage,
);
const AboutPage = lazyComponent(
	async () => (await import("#web/features/site/pages/about-page.tsx")).AboutPage,
	"about",
);
const HowItWorksPage = lazyComponent(
	async () => (await import("#web/features/site/pages/how-it-works-page.tsx")).HowItWorksPage,
	"how-it-works",
);
const AccuracyPage = lazyComponent(
	async () => (await import("#web/features/site/pages/accuracy-page.tsx")).AccuracyPage,
	"accuracy",
);
const ExtensionPage = lazyComponent(
	async () => (await import("#web/features/site/pages/extension-page.tsx")).ExtensionPage,
	"extension",
);
const CreatorsPage = lazyComponent(
	async () => (await import("#web/features/site/pages/creators-page.tsx")).CreatorsPage,
	"creators",
);
const ApiPage = lazyComponent(
	async () => (await import("#web/features/site/pages/api-page.tsx")).ApiPage,
	"api",
);
const PrivacyPage = lazyComponent(
	async () => (await import("#web/features/site/pages/privacy-page.tsx")).PrivacyPage,
	"privacy",
);
const TermsPage = lazyComponent(
	async () => (await import("#web/features/site/pages/terms-page.tsx")).TermsPage,
	"terms",
);
const ContactPage = lazyComponent(
	async () => (await import("#web/features/site/pages/contact-page.tsx")).ContactPage,
	"contact",
);
const NotFoundPage = lazyComponent(
	async () => (await import("#web/features/site/pages/not-found-page.tsx")).NotFoundPage,
	"not-found",
);

/** The page for each address. All but the home page are loaded on demand. */
export function AppRoutes() {
	return (
		<Routes>
			<Route path={paths.home()} element={<HomePage />} />
			<Route path={paths.archive()} element={<ArchivePage />} />
			<Route path={RESULTS_ROUTE} element={<ResultsPage />} />
			<Route path={STATEMENT_ROUTE} element={<ResultsPage />} />
			<Route path={HISTORY_ROUTE} element={<HistoryPage />} />
			<Route path={CLAIM_ROUTE} element={<ClaimPage />} />
			<Route path={paths.dashboard()} element={<DashboardPage />} />
			<Route path={paths.admin()} element={<ReviewPage />} />
			<Route path={paths.account()} element={<AccountPage />} />
			<Route path={paths.confirm()} element={<ConfirmPage />} />
			<Route path={paths.resetPassword()} element={<ResetPasswordPage />} />
			<Route path={paths.forgotPassword()} element={<ForgotPasswordPage />} />
			<Route path={paths.authorizeExtension()} element={<AuthorizeExtensionPage />} />
			<Route path={paths.about()} element={<AboutPage />} />
			<Route path={paths.howItWorks()} element={<HowItWorksPage />} />
			<Route path={paths.accuracy()} element={<AccuracyPage />} />
			<Route path={paths.extension()} element={<ExtensionPage />} />
			<Route path={paths.creators()} element={<CreatorsPage />} />
			<Route path={paths.api()} element={<ApiPage />} />
			<Route path={paths.privacy()} element={<PrivacyPage />} />
			<Route path={paths.terms()} element={<TermsPage />} />
			<Route path={paths.contact()} element={<ContactPage />} />
			<Route path="*" element={<NotFoundPage />} />
		</Routes>
	);
}
