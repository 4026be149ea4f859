/** The pages and addresses that mails lead to, under the site's origin. */
export const mailLinks = (origin: string) => {
	const at = (path: string, token: string) =>
		`${origin}${path}?token=${encodeURIComponent(token)}`;
	return {
		confirmAddress: (token: string) => at("/confirm-email", token),
		resetPassword: (token: string) => at("/reset-password", token),
		forgotPassword: () => `${origin}/forgot-password`,
		confirmNewsletter: (token: string) => at("/api/newsletter/confirm", token),
		leaveNewsletter: (token: string) =>
			at("/api/newsletter/unsubscribe", token),
	};
};
