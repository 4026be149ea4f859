import { useDelivery } from "#web/api/use-delivery.ts";

/** Says that the email that someone waits for could not be delivered. */
export function DeliveryNote({ delivery }: { delivery: string | null }) {
	const failed = useDelivery(delivery);
	return (
		<div role="alert" className="empty:hidden">
			{failed !== null && <p className="font-semibold">{failed}</p>}
		</div>
	);
}
