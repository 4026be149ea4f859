import { Route, Routes } from "react-router-dom";
import { HomePage } from "#web/features/site/home/home-page.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { paths, RESULTS_ROUTE, STATEMENT_ROUTE } from "./paths.ts";

const ResultsPage = lazyComponent(
	async () => ({
		default: (await import("#web/features/reports/results-page.tsx"))
			.ResultsPage,
	}),
	"report",
);
const ArchivePage = lazyComponent(
	async () => ({
		default: (await import("#web/features/reports/archive-page.tsx"))
			.ArchivePage,
	}),
	"archive",
);
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
const AboutPage = lazyComponent(
	async () => ({
		default: (await import("#web/features/site/pages/about-page.tsx"))
			.AboutPage,
	}),
	"about",
);
const HowItWorksPage = lazyComponent(
	async () => ({
		default: (await import("#web/features/site/pages/how-it-works-page.tsx"))
			.HowItWorksPage,
	}),
	"how-it-works",
);
const CreatorsPage = lazyComponent(
	async () => ({
		default: (await import("#web/features/site/pages/creators-page.tsx"))
			.CreatorsPage,
	}),
	"creators",
);
const ApiPage = lazyComponent(
	async () => ({
		default: (await import("#web/features/site/pages/api-page.tsx")).ApiPage,
	}),
	"api",
);
const PrivacyPage = lazyComponent(
	async () => ({
		default: (await import("#web/features/site/pages/privacy-page.tsx"))
			.PrivacyPage,
	}),
	"privacy",
);
const TermsPage = lazyComponent(
	async () => ({
		default: (await import("#web/features/site/pages/terms-page.tsx"))
			.TermsPage,
	}),
	"terms",
);
const ContactPage = lazyComponent(
	async () => ({
		default: (await import("#web/features/site/pages/contact-page.tsx"))
			.ContactPage,
	}),
	"contact",
);
const NotFoundPage = lazyComponent(
	async () => ({
		default: (await import("#web/features/site/pages/not-found-page.tsx"))
			.NotFoundPage,
	}),
	"not-found",
);

/** The page at each address; all but the first are loaded on demand. */
export function AppRoutes() {
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
