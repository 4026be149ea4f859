import { useState } from "react";
import useSWR from "swr";
import type { Delivery } from "#contract/deliveries.ts";

/** The mail server has taken or refused an email by then. */
const KNOWN_AFTER_MS = 60_000;
const EVERY_MS = 3_000;

/**
 * Why an email that this browser waits for could not be delivered; null while nothing is known, and
 * for no delivery.
 */
export function useDelivery(delivery: string | null): string | null {
	const [asked, setAsked] = useState({ delivery, at: Date.now() });
	if (asked.delivery !== delivery) setAsked({ delivery, at: Date.now() });
	const { data } = useSWR<Delivery>(
		delivery === null ? null : `/api/mail/deliveries/${encodeURIComponent(delivery)}`,
		{
			refreshInterval: (latest) =>
				latest?.failed || Date.now() - asked.at > KNOWN_AFTER_MS ? 0 : EVERY_MS,
		},
	);
	return data?.detail ?? null;
}
