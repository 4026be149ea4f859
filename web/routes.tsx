import type { ComponentType } from "react";
import { Route, Routes } from "react-router-dom";
import { HomePage } from "#web/features/site/home/home-page.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import {
	CLAIM_ROUTE,
	HISTORY_ROUTE,
	NOTICE_ROUTE,
	paths,
	RESULTS_ROUTE,
	STATEMENT_ROUTE,
} from "./paths.ts";

export const missingPage = async () =>
	(await import("#web/features/site/missing-page.tsx")).MissingPage;

const lazyPage = (load: () => Promise<ComponentType>, name?: string) =>
	lazyComponent(load, name, { missing: missingPage });

const ResultsPage = lazyPage(
	async () => (await import("#web/features/reports/results-page.tsx")).ResultsPage,
	"report",
);
const ArchivePage = lazyPage(
	async () => (await import("#web/features/reports/archive-page.tsx")).ArchivePage,
	"archive",
);
const ClaimPage = lazyPage(
	async () => (await import("#web/features/reports/claim-page.tsx")).ClaimPage,
	"claim",
);
const HistoryPage = lazyPage(
	async () => (await import("#web/features/reports/history-page.tsx")).HistoryPage,
);
const DashboardPage = lazyPage(
	async () => (await import("#web/features/dashboard/dashboard-page.tsx")).DashboardPage,
);
const FollowingPage = lazyPage(
	async () => (await import("#web/features/follows/following-page.tsx")).FollowingPage,
);
const ReviewPage = lazyPage(
	async () => (await import("#web/features/operations/admin-page.tsx")).AdminPage,
);
const AccountPage = lazyPage(
	async () => (await import("#web/features/accounts/account-page.tsx")).AccountPage,
);
const ConfirmPage = lazyPage(
	async () => (await import("#web/features/accounts/sign-in/mail-link-pages.tsx")).ConfirmPage,
);
const ConfirmNewEmailPage = lazyPage(
	async () =>
		(await import("#web/features/accounts/sign-in/new-email-page.tsx")).ConfirmNewEmailPage,
);
const ResetPasswordPage = lazyPage(
	async () =>
		(await import("#web/features/accounts/sign-in/mail-link-pages.tsx")).ResetPasswordPage,
);
const ForgotPasswordPage = lazyPage(
	async () =>
		(await import("#web/features/accounts/sign-in/forgot-password-page.tsx")).ForgotPasswordPage,
);
const AuthorizeExtensionPage = lazyPage(
	async () =>
		(await import("#web/features/accounts/sign-in/authorize-extension-page.tsx"))
			.AuthorizeExtensionPage,
);
const ConfirmNewsletterPage = lazyPage(
	async () =>
		(await import("#web/features/newsletter/newsletter-link-page.tsx")).ConfirmNewsletterPage,
);
const LeaveNewsletterPage = lazyPage(
	async () =>
		(await import("#web/features/newsletter/newsletter-link-page.tsx")).LeaveNewsletterPage,
);
const AboutPage = lazyPage(
	async () => (await import("#web/features/site/pages/about-page.tsx")).AboutPage,
	"about",
);
const HowItWorksPage = lazyPage(
	async () => (await import("#web/features/site/pages/how-it-works-page.tsx")).HowItWorksPage,
	"how-it-works",
);
const AccuracyPage = lazyPage(
	async () => (await import("#web/features/site/pages/accuracy-page.tsx")).AccuracyPage,
	"accuracy",
);
const ExtensionPage = lazyPage(
	async () => (await import("#web/features/site/pages/extension-page.tsx")).ExtensionPage,
	"extension",
);
const CreatorsPage = lazyPage(
	async () => (await import("#web/features/site/pages/creators-page.tsx")).CreatorsPage,
	"creators",
);
const ApiPage = lazyPage(
	async () => (await import("#web/features/site/pages/api-page.tsx")).ApiPage,
	"api",
);
const PrivacyPage = lazyPage(
	async () => (await import("#web/features/site/pages/privacy-page.tsx")).PrivacyPage,
	"privacy",
);
const TermsPage = lazyPage(
	async () => (await import("#web/features/site/pages/terms-page.tsx")).TermsPage,
	"terms",
);
const ContactPage = lazyPage(
	async () => (await import("#web/features/site/pages/contact-page.tsx")).ContactPage,
	"contact",
);
const ReportProblemPage = lazyPage(
	async () => (await import("#web/features/moderation/report-problem-page.tsx")).ReportProblemPage,
);
const NoticePage = lazyPage(
	async () => (await import("#web/features/moderation/notice-page.tsx")).NoticePage,
);
const NotFoundPage = lazyPage(
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
			<Route path={paths.following()} element={<FollowingPage />} />
			<Route path={paths.admin()} element={<ReviewPage />} />
			<Route path={paths.account()} element={<AccountPage />} />
			<Route path={paths.confirm()} element={<ConfirmPage />} />
			<Route path={paths.confirmNewEmail()} element={<ConfirmNewEmailPage />} />
			<Route path={paths.resetPassword()} element={<ResetPasswordPage />} />
			<Route path={paths.confirmNewsletter()} element={<ConfirmNewsletterPage />} />
			<Route path={paths.leaveNewsletter()} element={<LeaveNewsletterPage />} />
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
			<Route path={paths.notice()} element={<ReportProblemPage />} />
			<Route path={NOTICE_ROUTE} element={<NoticePage />} />
			<Route path="*" element={<NotFoundPage />} />
		</Routes>
	);
}
