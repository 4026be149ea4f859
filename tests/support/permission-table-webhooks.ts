import { at, hidden, members, type Row } from "./permission-row.ts";

/** Of what is sent to members' own servers; part of the table of permissions. */
export const WEBHOOK_PERMISSIONS: Record<string, Row> = {
	"GET /api/webhooks/secret": {
		ask: at("/api/webhooks/secret"),
		answers: members(200),
	},
	"POST /api/webhooks/secret": {
		ask: at("/api/webhooks/secret", {}),
		answers: members(201),
	},
	"GET /api/webhooks/deliveries": {
		ask: at("/api/webhooks/deliveries"),
		answers: members(200),
	},
	"POST /api/webhooks/deliveries/:id/resend": {
		ask: async (world) => ({
			path: `/api/webhooks/deliveries/${await world.newDelivery()}/resend`,
			body: {},
		}),
		answers: hidden(202),
	},
};
