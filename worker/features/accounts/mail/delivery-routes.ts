import { Delivery, FailedEmails, type MailFault } from "#contract/deliveries.ts";
import { endpoint } from "#http/endpoint.ts";
import { idPath, json } from "#http/operation.ts";
import { hashToken } from "#identity/tokens.ts";
import { findFault, listFailedEmails } from "./delivery-queries.ts";

/** The admins' page shows the latest; those of a day at most if the mail server is away. */
const SHOWN = 100;

const WHAT_TO_DO: Record<MailFault, string> = {
	recipient:
		"The email could not be delivered: the mail server of the address does not take it. Check the address for a mistake, or use another one.",
	server:
		"The email could not be delivered: this site's mail server is not working. Please try again later.",
};

/** Which emails could not be delivered. */
export const deliveryEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/mail/deliveries/{id}",
		id: "getDelivery",
		summary: "Whether an email that you wait for could not be delivered",
		detail:
			"Known within half a minute. An email that bounces later does not count as failed, nor, for a browser that has never been in the account, does one that went to a single account.",
		access: "everyone",
		params: idPath,
		answers: { 200: json("The same for an unknown id as for a delivered email.", Delivery) },
		handle: async ({ db }, { params }) => {
			const fault = await findFault(db.primary, hashToken(params.id));
			return { failed: fault !== null, detail: fault && WHAT_TO_DO[fault] };
		},
	}),
];

export const failedEmailEndpoints = [
	endpoint({
		method: "GET",
		path: "/api/admin/mail",
		id: "listFailedEmails",
		summary: "Emails that could not be delivered in the last 30 days",
		access: "admin",
		answers: { 200: json("Latest first, at most 100.", FailedEmails) },
		handle: async ({ db }) => ({ failed: await listFailedEmails(db.near, SHOWN) }),
	}),
];
