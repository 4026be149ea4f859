import { WebhookEvent } from "#contract/webhooks.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";

/** Signed by Standard Webhooks 1.0; any 2xx takes it, everything else has it sent again. */
export function analysisEnded(schemas: Record<string, JsonSchema>) {
	return {
		operationId: "analysisEnded",
		summary: "An analysis that you asked for with a webhook_url has ended",
		description:
			"Signed by Standard Webhooks 1.0 with the secret of your account: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. It says that there is something to read, and where.",
		tags: ["Webhooks"],
		// The receiver knows us by the signature.
		security: [],
		requestBody: {
			required: true,
			content: {
				"application/json": {
					schema: jsonSchema(WebhookEvent, "output", schemas),
				},
			},
		},
		responses: {
			"2XX": { description: "Taken; it is not sent again." },
			"410": { description: "Not wanted any more; nothing is sent again." },
		},
	};
}
