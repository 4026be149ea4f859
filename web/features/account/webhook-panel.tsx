import { WebhookLog } from "./webhook-log.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

/** What is sent to the member's own server: how it is signed, and how that went. */
export function WebhookPanel() {
	return (
		<>
			<WebhookSecret />
			<WebhookLog />
		</>
	);
}
