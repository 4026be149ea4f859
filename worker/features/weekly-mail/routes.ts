import * as z from "zod";
import { leaveWeeklyMail } from "#features/follows/mail-queries.ts";
import { endpoint } from "#http/endpoint.ts";
import { empty } from "#http/operation.ts";
import { problem } from "#http/problems.ts";

const mailedToken = { token: z.string().default("").describe("From the email.") };

export const weeklyMailEndpoints = [
	endpoint({
		method: "POST",
		path: "/api/mail/unsubscribe",
		id: "leaveWeeklyMail",
		summary: "Stop the weekly email",
		detail:
			"The token of the email proves who asks, so mail programs may send a form from anywhere (RFC 8058). The body is not read. Repeating it changes nothing.",
		access: "everyone",
		cross_origin: "mail",
		query: mailedToken,
		other_query: "ignored",
		answers: { 204: empty("No more emails are sent.") },
		problems: { 400: "The token is unknown." },
		handle: async ({ db }, { query: { token } }) => {
			if (token === "" || !(await leaveWeeklyMail(db.primary, token)))
				throw problem("link_unusable/weekly_mail");
			return null;
		},
	}),
	endpoint({
		method: "GET",
		path: "/api/mail/unsubscribe",
		id: "openWeeklyMailLink",
		summary: "The page with the button to stop the weekly email",
		access: "everyone",
		cross_origin: "mail",
		query: mailedToken,
		answers: { 302: empty("Redirects to the page. Nothing else happens.") },
		handle: async (_, { c, query: { token } }) =>
			c.redirect(`/following#token=${encodeURIComponent(token)}`),
	}),
];
