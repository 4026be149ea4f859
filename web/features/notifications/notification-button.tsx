import { Suspense, useRef, useState } from "react";
import type { User } from "#contract/account.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent, missingLayer } from "#web/ui/lazy-part.tsx";
import { badgeText, useNotifications } from "./use-notifications.ts";

const BellPanel = lazyComponent(
	async () => (await import("./notification-panel.tsx")).NotificationPanel,
	undefined,
	{ ahead: true, missing: missingLayer },
);

/** The number of unread notifications; a click opens the list. */
export function NotificationButton({ user }: { user: User }) {
	const notifications = useNotifications(user);
	const [open, setOpen] = useState(false);
	// The list's code is loaded with the first click.
	const [wanted, setWanted] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const unread = notifications.list?.unread ?? 0;
	return (
		<>
			<button
				ref={button}
				type="button"
				aria-haspopup="dialog"
				aria-expanded={open}
				aria-label={unread === 0 ? "Notifications" : `Notifications, ${badgeText(unread)} unread`}
				onClick={() => {
					setWanted(true);
					setOpen(!open);
				}}
				className="relative grid size-11 shrink-0 place-items-center rounded-md text-lg hover:bg-sunken"
			>
				<Icon name="bell" />
				{unread > 0 && (
					<span
						aria-hidden="true"
						className="absolute top-0.5 right-0 min-w-5 rounded-full bg-ink px-1 text-center text-xs leading-5 font-semibold text-ground"
					>
						{badgeText(unread)}
					</span>
				)}
			</button>
			<span role="status" className="sr-only">
				{notifications.latest === null ? "" : `New notification: ${notifications.latest.title}`}
			</span>
			{wanted && (
				<Suspense fallback={null}>
					<BellPanel
						notifications={notifications}
						anchor={button}
						open={open}
						onClose={() => setOpen(false)}
					/>
				</Suspense>
			)}
		</>
	);
}
