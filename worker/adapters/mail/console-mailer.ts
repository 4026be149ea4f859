import type { Mailer } from "#use-cases/mailer.ts";

/** Prints what would be sent on the server's console, which its operator alone reads. */
export const consoleMailer: Mailer = {
	async send({ to, subject, text }) {
		console.log(`Mail for ${to}: ${subject}\n${text}`);
	},
};
